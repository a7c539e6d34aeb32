"""How lore is asked, and what its answer comes to. [R23]"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import lorelum_answers
from practice_ledger import bounds
from practice_ledger.reading.exit_statuses import NO_ANSWER, READ, TOO_SLOW, USAGE

from .conftest import Done, MakeLore, Read, is_running, needs_proc, whole_environment

GOOD = lorelum_answers.line("a.b")
FAILED = '{"protocolVersion":2,"command":"get","ok":false,"error":{"code":"store.busy","message":"In use."}}'


def saying(answer: str, status: int = 0) -> str:
    return f"printf %s {shlex.quote(answer)}\nexit {status}"


def test_each_practice_is_asked_for_once_and_each_has_its_text(read: Read, lore_calls: Callable[[], list[str]]) -> None:
    done = read("a.b", "c.d", "a.b")
    assert (done.returncode, done.stderr) == (READ, b"")
    assert lore_calls() == ["0 get a.b --json", "0 get c.d --json"]
    assert [line for line in done.stdout.decode().split("\n") if line.startswith(("- id", "---"))] == [
        "- id: a.b",
        "---",
        "- id: c.d",
    ]


@pytest.mark.parametrize("protocol", ["1", "2"])
def test_both_versions_of_the_protocol_are_read(read: Read, protocol: str) -> None:
    done = read("a.b", LORE_STAND_IN_PROTOCOL=protocol)
    assert (done.returncode, done.stderr) == (READ, b"")
    assert (b"packRoot" in done.stdout) == (protocol == "2")


@pytest.mark.parametrize(
    "arguments",
    [(), ("a",), ("a.b", "A.b"), ("a.b", ""), ("a.b;id",), ("-x",), ("a.b", "--", "--"), ("--json", "a.b"), ("a.b\n",)],
)
def test_wrong_usage_runs_nothing(read: Read, lore_calls: Callable[[], list[str]], arguments: tuple[str, ...]) -> None:
    done = read(*arguments)
    assert (done.returncode, done.stdout, lore_calls()) == (USAGE, b"", [])
    assert b"\nusage: practice-ledger " in done.stderr


def test_a_wrong_id_cannot_steer_a_terminal(read: Read) -> None:
    assert b"\x1b" not in read("a.\x1b[2J").stderr


def test_two_dashes_end_the_options(read: Read, lore_calls: Callable[[], list[str]]) -> None:
    assert read("--", "a.b").returncode == read("a.b", "--", "c.d").returncode == READ
    assert len(lore_calls()) == 3


def test_more_practices_than_are_read_at_once_are_wrong_usage(read: Read, lore_calls: Callable[[], list[str]]) -> None:
    done = read(*(f"a.p{number}" for number in range(bounds.READ_IDS + 1)))
    assert (done.returncode, lore_calls()) == (USAGE, [])


def test_a_failure_comes_through_with_its_code_message_and_status(read: Read) -> None:
    done = read("a.missing")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"practice-ledger: a.missing: practice.not-found: The requested Practice")


def test_a_failure_does_not_stop_the_others(read: Read, lore_calls: Callable[[], list[str]]) -> None:
    done = read("a.b", "a.missing", "c.d")
    assert done.returncode == 2
    assert done.stdout.count(b"- id: ") == 2
    assert len(lore_calls()) == 3


def test_a_failure_with_another_status_has_that_status(read: Read, make_lore: MakeLore) -> None:
    done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(saying(FAILED, 70))))
    assert (done.returncode, done.stderr) == (70, b"practice-ledger: a.b: store.busy: In use.\n")


def test_a_message_cannot_steer_a_terminal_or_begin_a_line(read: Read, make_lore: MakeLore) -> None:
    failed = json.dumps(json.loads(FAILED) | {"error": {"code": "x\n", "message": "\x1b[2J\nsecond \u202e"}})
    done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(saying(failed.replace("\\", "\\\\"), 2).replace("%s", "%b"))))
    assert done.stderr == b"practice-ledger: a.b: x: [2Jsecond\n"


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("", 0),
        ("", 1),
        ("B (a.b)\n|-- applies when: never\n", 0),
        ("usage.invalid: The command line is not valid.\n", 2),
        (GOOD + GOOD, 0),
        (GOOD + "\n", 0),
        (GOOD[:-40] + "\n", 0),
        (json.dumps(json.loads(GOOD), indent=2), 0),
        (GOOD.replace('"protocolVersion":2', '"protocolVersion":3'), 0),
        (GOOD.replace('"ok":true', '"ok":true,"ok":true'), 0),
        (lorelum_answers.line("a.c"), 0),
        (GOOD, 2),
        (FAILED, 0),
    ],
)
def test_what_is_not_the_published_answer_is_said_with_a_status_of_its_own(
    read: Read, make_lore: MakeLore, answer: str, status: int
) -> None:
    done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(saying(answer, status))))
    assert (done.returncode, done.stdout) == (NO_ANSWER, b"")
    assert done.stderr.startswith(b"practice-ledger: `lore get a.b --json` ")
    assert f"(exit status {status})".encode() in done.stderr


def test_bytes_that_are_no_text_are_no_answer(read: Read, make_lore: MakeLore) -> None:
    done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(r"printf '\377\376{}'")))
    assert (done.returncode, done.stdout) == (NO_ANSWER, b"")


def test_a_lore_that_dies_is_no_answer(read: Read, make_lore: MakeLore) -> None:
    done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore("kill -9 $$")))
    assert done.returncode == NO_ANSWER
    assert b"(signal 9)" in done.stderr


def test_an_answer_without_its_line_break_or_with_a_carriage_return_is_one(read: Read, make_lore: MakeLore) -> None:
    for answer in (GOOD.removesuffix("\n"), GOOD.replace("\n", "\r\n")):
        assert read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(saying(answer)))).returncode == READ


def test_an_answer_may_be_long_up_to_its_bound(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    for spare, status in ((-2, READ), (2, NO_ANSWER)):
        answer = lorelum_answers.line(
            "a.b", body="x" * (bounds.ANSWER_BYTES - len(lorelum_answers.line("a.b", body="")))
        )
        (tmp_path / "answer").write_text(answer.replace('"body":"x', '"body":"' + "x" * (1 + spare), 1))
        done = read("a.b", PRACTICE_LEDGER_LORE=str(make_lore(f"cat '{tmp_path}/answer'")))
        assert done.returncode == status
        assert (b"more than 1048576 bytes" in done.stderr) == (status == NO_ANSWER)


def test_endless_output_is_ended_and_nothing_is_left_behind(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    lore = make_lore(f"sleep 60 & echo $! $$ > '{tmp_path}/ids'; exec cat /dev/zero")
    done = read("a.b", PRACTICE_LEDGER_LORE=str(lore))
    assert done.returncode == NO_ANSWER
    assert not any(is_running(int(number)) for number in (tmp_path / "ids").read_text().split())


def test_a_lore_that_hangs_is_ended_with_all_that_it_started(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    lore = make_lore(f"sleep 60 & echo $! $$ >> '{tmp_path}/ids'; echo waiting >&2; trap '' TERM INT; wait; sleep 60")
    started = time.monotonic()
    done = read("a.b", PRACTICE_LEDGER_LORE=str(lore))
    assert bounds.LORE_SECONDS <= time.monotonic() - started < bounds.LORE_SECONDS + 5
    assert (done.returncode, done.stdout) == (TOO_SLOW, b"")
    assert done.stderr.startswith(b"waiting\npractice-ledger: `lore get a.b --json` was ended: no answer within 10 s.")
    assert not any(is_running(int(number)) for number in (tmp_path / "ids").read_text().split())


def test_what_lore_leaves_in_the_background_is_not_waited_for(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    lore = make_lore(f"sleep 60 & echo $! > '{tmp_path}/id'; {saying(GOOD)}")
    started = time.monotonic()
    done = read("a.b", PRACTICE_LEDGER_LORE=str(lore))
    os.kill(int((tmp_path / "id").read_text()), signal.SIGKILL)
    assert (done.returncode, time.monotonic() - started < bounds.LORE_SECONDS) == (READ, True)
    assert b"- id: a.b" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_lore_as_well(
    program: Path, environment: dict[str, str], make_lore: MakeLore, tmp_path: Path, number: signal.Signals
) -> None:
    fifo = tmp_path / "up"
    os.mkfifo(fifo)
    environment["PRACTICE_LEDGER_LORE"] = str(make_lore(f"sleep 60 & echo $! $$ > '{fifo}'; exec sleep 60"))
    process = subprocess.Popen([program, "read", "a.b", "c.d"], env=environment)
    numbers = [int(word) for word in fifo.read_text().split()]
    process.send_signal(number)
    assert process.wait(30) == -number
    assert len(numbers) == 2
    assert not any(map(is_running, numbers))


def test_a_signal_that_the_caller_has_ignored_stays_ignored(
    program: Path, environment: dict[str, str], make_lore: MakeLore
) -> None:
    environment["PRACTICE_LEDGER_LORE"] = str(make_lore(f"kill -HUP $PPID; {saying(GOOD)}"))
    done = subprocess.run(["/bin/sh", "-c", 'trap "" HUP; exec "$0" read a.b', program], env=environment, check=False)
    assert done.returncode == READ


@needs_proc
def test_lore_has_the_environment_of_the_caller_and_no_input(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    lore = make_lore(
        f"env -0 > '{tmp_path}/environment'; readlink /proc/self/fd/0 > '{tmp_path}/input'; {saying(GOOD)}"
    )
    variables = {
        "LD_LIBRARY_PATH": "/nonexistent/x",
        "PRACTICE_LEDGER_LORE": str(lore),
        "ODD": "\udcff\n$x",
        "LC_ALL": "C",
    }
    assert read("a.b", **variables).returncode == READ
    given = whole_environment((tmp_path / "environment").read_bytes())
    assert variables.items() <= given.items()
    assert not [name for name in given if name.startswith("_PYI") or name.endswith("_ORIG")]
    assert (tmp_path / "input").read_text() == "/dev/null\n"
    assert read("a.b", PRACTICE_LEDGER_LORE=str(lore)).returncode == READ
    assert "LD_LIBRARY_PATH" not in whole_environment((tmp_path / "environment").read_bytes())


@needs_proc
def test_lore_dies_of_a_closed_pipe_as_other_programs_do(read: Read, make_lore: MakeLore, tmp_path: Path) -> None:
    lore = make_lore(f"grep -i sigign /proc/self/status > '{tmp_path}/ignored'; {saying(GOOD)}")
    read("a.b", PRACTICE_LEDGER_LORE=str(lore))
    ignored = int((tmp_path / "ignored").read_text().split()[1], 16)
    assert not ignored & 1 << (signal.SIGPIPE - 1)


def errors_of(done: Done) -> bytes:
    assert done.returncode == READ
    return done.stderr


def test_what_lore_says_on_standard_error_comes_through_up_to_a_bound(read: Read, make_lore: MakeLore) -> None:
    lore = str(make_lore(f"printf 'debug: x' >&2; {saying(GOOD)}"))
    assert errors_of(read("a.b", PRACTICE_LEDGER_LORE=lore)) == b"debug: x\n"
    make_lore(f"head -c 9000000 /dev/zero | tr '\\0' x >&2; {saying(GOOD)}")
    said = errors_of(read("a.b", PRACTICE_LEDGER_LORE=lore))
    assert said == b"x" * bounds.LORE_STDERR_BYTES + b"\npractice-ledger: (lore said more)\n"


def test_a_practice_of_a_project_layer_is_read_like_any_other(read: Read, tmp_path: Path) -> None:
    (tmp_path / "project/.lorelum").mkdir()
    done = read("a.b")
    assert (done.returncode, done.stderr) == (READ, b"")
    assert b"packRoot project-layer-1\n" in done.stdout
