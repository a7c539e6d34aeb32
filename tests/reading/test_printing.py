"""What is written where, and in which order. [R23, R24]"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import freezing
import lorelum_answers
from host_drivers.codex import CodexDriver
from on_terminal import on_terminal
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.proof.payload_filter import RECEIPT_MARKER
from practice_ledger.reading import read_command, sealer
from practice_ledger.reading.ending_signals import EndingSignals
from practice_ledger.reading.exit_statuses import NOT_WRITTEN, READ

from .conftest import MakeLore, Read

MARK = RECEIPT_MARKER.encode()
CALLER = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}
HOSTILE = json.dumps(lorelum_answers.answer("a.b", title="\x1b[2J\u202e", body="\x1b]0;x\x07\x9b1m\r\x00\u2028end"))


@pytest.fixture
def announced(assembled_plugin: Path, environment: dict[str, str]) -> None:
    """The conversation of `CALLER` has begun, and the environment is that of a shell call in it."""
    program = assembled_plugin / "runtime" / freezing.target() / "practice-ledger"
    subprocess.run([program, "hook", "codex"], input=CodexDriver().start("a"), env=environment, check=True)
    environment.update(CALLER)


@pytest.fixture
def piped(program: Path, environment: dict[str, str], tmp_path: Path) -> Callable[[str], tuple[int, bytes]]:
    """Runs a shell script in which `read` is the command; the status of the whole, and all that reached a host."""

    def run(script: str) -> tuple[int, bytes]:
        whole = f'set -o pipefail; read() {{ {shlex.quote(str(program))} read "$@"; }}; {script}'
        done = subprocess.run(
            ["/bin/bash", "-c", whole],
            env=environment,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stdout

    return run


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(
    "script",
    [
        "read a.b c.d",
        "read a.b c.d | head -c 5",
        "read a.b c.d | true",
        "read a.b c.d > file",
        "read a.b c.d > /dev/null",
        "x=$(read a.b c.d)",
        "for id in a.b c.d; do read $id; done | tail -n 1",
        "read a.b a.missing c.d | cat",
    ],
)
def test_every_read_has_its_receipt_wherever_the_text_goes(
    script: str, piped: Callable[[str], tuple[int, bytes]]
) -> None:
    output = piped(script)[1]
    assert output.count(MARK) == 2
    assert output.count(b'"id":"a.b"') == output.count(b'"id":"c.d"') == 1


@pytest.mark.usefixtures("announced")
def test_receipts_come_before_all_else(
    read: Read, make_lore: MakeLore, piped: Callable[[str], tuple[int, bytes]]
) -> None:
    output = piped("LORE_STAND_IN_TITLE=Text read a.b a.missing c.d")[1]
    lines = output.split(b"\n")
    assert [line.startswith(MARK) for line in lines[:3]] == [True, True, False]
    assert lines[2].startswith(b"practice-ledger: a.missing")
    assert lines[3] == b"# Text"
    assert MARK not in output[output.index(b"# Text") :]


@pytest.mark.usefixtures("announced")
def test_a_project_layer_and_a_failure_have_no_receipt(read: Read, tmp_path: Path) -> None:
    assert MARK in read("a.b").stderr
    assert MARK not in read("a.missing").stderr
    (tmp_path / "project/.lorelum").mkdir()
    done = read("a.b")
    assert (done.returncode, done.stderr) == (READ, b"")
    assert b"project-layer-1" in done.stdout


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize("lost", [*CALLER, "PRACTICE_LEDGER_HOME"])
def test_without_a_caller_or_a_state_the_practice_is_printed_all_the_same(read: Read, lost: str) -> None:
    done = read("a.b", **{lost: "/nonexistent" if lost == "PRACTICE_LEDGER_HOME" else ""})
    assert (done.returncode, done.stderr) == (READ, b"")
    assert done.stdout.startswith(b"# B\n")


def test_all_are_sealed_before_the_first_text_and_each_receipt_is_one_write(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    written: list[tuple[int, bytes]] = []

    def write(descriptor: int, data: bytes) -> int:
        written.append((descriptor, bytes(data)))
        return len(data)

    def receipts(reads: list[PracticeRead]) -> list[bytes]:
        assert written == []
        return [f"{read.practice_id}\n".encode() for read in reads]

    monkeypatch.setattr(sealer, "receipts", receipts)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", write)
        status = read_command.read(["a.b", "c.d"], EndingSignals())
    assert (status, written[:2]) == (READ, [(2, b"a.b\n"), (2, b"c.d\n")])
    assert {descriptor for descriptor, _ in written[2:]} == {1}


@pytest.mark.parametrize(
    "script", ["read a.b | head -c 5", "read a.b | true", "LORE_STAND_IN_BODY_LINES=9999 read a.b | true"]
)
def test_a_reader_that_has_seen_enough_is_no_fault(script: str, piped: Callable[[str], tuple[int, bytes]]) -> None:
    assert piped(script) in [(READ, b"# B\n\n"), (READ, b"")]


def test_a_failure_keeps_its_status_when_the_reader_has_gone(piped: Callable[[str], tuple[int, bytes]]) -> None:
    assert piped("read a.b a.missing 2>/dev/null | true") == (2, b"")


def test_output_that_cannot_be_written_is_a_fault(piped: Callable[[str], tuple[int, bytes]]) -> None:
    status, output = piped("read a.b > /dev/full")
    assert status == NOT_WRITTEN
    assert b"could not be written to standard output: No space left" in output


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_closed_standard_descriptors_mix_nothing_up(closed: str, piped: Callable[[str], tuple[int, bytes]]) -> None:
    status, output = piped(f"read a.b {closed}")
    assert status == (NOT_WRITTEN if ">&-" in closed.split() else READ)
    assert (b"- id: a.b" in output) == (status == READ)
    assert b"protocolVersion" not in output


def test_a_pipe_that_does_not_block_gets_the_whole_text(program: Path, environment: dict[str, str]) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    environment["LORE_STAND_IN_BODY_LINES"] = "9999"
    process = subprocess.Popen([program, "read", "a.b"], stdout=writer, env=environment)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        assert stream.read().count(b"Made-up guidance") == 9999
    assert process.wait(30) == READ


def test_piped_text_is_as_lorelum_gave_it(read: Read, make_lore: MakeLore) -> None:
    lore = make_lore(f"printf %s {shlex.quote(HOSTILE)}")
    done = read("a.b", PRACTICE_LEDGER_LORE=str(lore), TERM="xterm")
    assert "\x1b]0;x\x07\x9b1m\r\x00\u2028end\n" in done.stdout.decode()


def read_on_terminal(program: Path, environment: dict[str, str]) -> bytes:
    status, seen = on_terminal([program, "read", "a.b"], environment)
    assert status == READ
    return seen


def test_nothing_of_a_practice_or_of_lore_steers_a_terminal(
    program: Path, environment: dict[str, str], make_lore: MakeLore
) -> None:
    lore = make_lore(f"printf '\\033[5mdebug' >&2; printf %s {shlex.quote(HOSTILE)}")
    seen = read_on_terminal(program, environment | {"PRACTICE_LEDGER_LORE": str(lore), "TERM": "dumb"}).decode()
    assert {character for character in seen if not character.isprintable()} == {"\r", "\n"}
    assert "\\x1b]0;x\\x07\\x9b1m\\r\\x00\\u2028end" in seen
    assert "\\x1b[5mdebug" in seen


def test_a_terminal_gets_bold_headings_unless_it_is_asked_not_to(program: Path, environment: dict[str, str]) -> None:
    environment["TERM"] = "xterm"
    assert read_on_terminal(program, environment).startswith(b"\x1b[1mB\x1b[0m\r\n")
    assert b"\x1b" not in read_on_terminal(program, environment | {"NO_COLOR": "1"})
