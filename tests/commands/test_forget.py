"""`practice-ledger forget`"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from kept_state import opened
from lorelum_answers import PRACTICE
from practice_ledger import hook_run
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.state_root import MARK

if TYPE_CHECKING:
    from commands.conftest import Ran

RUNTIME = str(Path(practice_ledger.__file__).parents[1])


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


def test_one_conversation_is_forgotten_and_the_others_stay(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    done = run("forget", handle_of("two"), "--yes", "--json").result
    assert (done["emptied"], done["removed"], done["left"]) == ([handle_of("two")], [], [])
    assert codex.hint("two") == ""
    assert PRACTICE in codex.hint("ended")


def test_several_are_forgotten_at_once_each_once(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    done = run("forget", handle_of("two"), handle_of("ended"), handle_of("two"), "--yes", "--json").result
    assert (done["emptied"], done["removed"]) == ([handle_of("two")], [handle_of("ended")])


def test_nothing_is_forgotten_if_one_of_the_handles_names_none(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    assert run("forget", handle_of("two"), "ffffff", "--yes").status == ExitStatus.NOT_FOUND
    assert PRACTICE in codex.hint("two")


def test_all_leaves_no_word_of_any_read_no_count_and_no_diagnostics(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    document(state_path, "none").write_text(f"{{damaged {PRACTICE}")
    codex.send(codex.start("none"))
    codex.send(b"{")
    (state_path / "damaged" / f"{'cd' * 32}.json").write_text(f"{{damaged {PRACTICE}")
    (state_path / "conversations" / f"{'ab' * 32}.json.1.0123456789ab.tmp").write_text(PRACTICE)
    document(state_path, "newer").write_text(f'{{"version":2,"x":"{PRACTICE}"}}')
    done = run("forget", "--all", "--yes", "--json")
    assert done.status == ExitStatus.OK
    assert done.result["activity"] is True
    kept = {path.relative_to(state_path).as_posix(): path for path in state_path.rglob("*") if path.is_file()}
    assert not any(PRACTICE.encode() in path.read_bytes() for path in kept.values())
    running = {f"conversations/{document(state_path, each).name}" for each in ("two", "none")}
    assert {name for name in kept if not name.startswith("locks/")} == {MARK, "secret", *running}


def test_age_goes_by_the_last_read_or_else_the_announcement(
    run: Callable[..., Ran], state_path: Path, handle_of: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    codex = CodexDriver()
    now = time.time()
    for hours, conversation in ((50, "old"), (50, "renewed"), (50, "announced long ago"), (1, "announced")):
        monkeypatch.setattr(hook_run, "_now", lambda hours=hours: int(now - hours * 3600))
        codex.send(codex.start(conversation))
        if not conversation.startswith("announced"):
            codex.read(conversation)
    codex.read("renewed", "some.other-practice")
    done = run("forget", "--older-than", "2d", "--yes", "--json").result
    assert sorted(done["emptied"]) == sorted([handle_of("old"), handle_of("announced long ago")])
    assert PRACTICE in codex.hint("renewed")
    assert run("forget", "--older-than", "30min", "--yes", "--json").result["emptied"] != []


def test_age_spares_files_of_a_newer_version_and_says_so(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    document(state_path, "two").write_text('{"version":2}')
    os.utime(document(state_path, "two"), (1, 1))
    done = run("forget", "--older-than", "1h", "--yes")
    assert (done.status, document(state_path, "two").exists()) == (ExitStatus.OK, True)
    assert "1 file of a newer version stayed" in done.text


def test_damaged_copies_go_by_their_own_age(run: Callable[..., Ran], codex: CodexDriver, state_path: Path) -> None:
    damaged = state_path / "damaged"
    damaged.mkdir(mode=0o700)
    old, young = (damaged / f"{digit * 64}.json" for digit in "ab")
    for path in (old, young):
        path.write_text("{")
    os.utime(old, (1, 1))
    assert run("forget", "--older-than", "1d", "--yes", "--json").result["files"] == 1
    assert (old.exists(), young.exists()) == (False, True)


@pytest.mark.parametrize("words", [(), ("--all", "ffffff"), ("--older-than", "7d", "ffffff")])
def test_what_is_to_go_must_be_said_in_one_way(run: Callable[..., Ran], codex: CodexDriver, words: tuple[str]) -> None:
    assert run("forget", "--yes", *words).status == ExitStatus.USAGE


@pytest.mark.parametrize("age", ["7", "d", "-1d", "1y", "1.5h", "9999999d", ""])
def test_an_age_that_is_none_is_wrong_usage(run: Callable[..., Ran], codex: CodexDriver, age: str) -> None:
    done = run("forget", "--yes", f"--older-than={age}")
    assert done.status == ExitStatus.USAGE
    assert "12h" in done.error


def test_what_is_locked_is_named_and_the_rest_goes(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("practice_ledger.commands.opened_state._LOCK_SECONDS", 0.1)
    with opened(state_path) as other, other.locked_conversation(document(state_path, "two").stem):
        done = run("forget", "--all", "--yes", "--json")
    assert done.status == ExitStatus.PARTLY
    assert [(each["handle"], each["reason"]) for each in done.result["left"]] == [(handle_of("two"), "state-locked")]
    assert done.result["removed"] == [handle_of("ended")]
    with opened(state_path) as other, other.locked_conversation(document(state_path, "two").stem):
        assert run("forget", handle_of("two"), "--yes").status == ExitStatus.FAILED


def test_with_nothing_to_forget_nothing_is_asked(run: Callable[..., Ran], codex: CodexDriver) -> None:
    done = run("forget", "--older-than", "7d")
    assert (done.status, done.text) == (ExitStatus.OK, "There was nothing to forget.\n")


# --- at a terminal ---


def answered(state_path: Path, answer: str, *words: str) -> tuple[int, str, str]:
    """Runs the program at a terminal where somebody types `answer`: status, standard output, what the terminal
    showed."""
    controller, terminal = os.openpty()
    environment = {"PATH": os.defpath, "HOME": os.environ["HOME"], "PYTHONPATH": RUNTIME}
    process = subprocess.Popen(
        [sys.executable, "-m", "practice_ledger", *words],
        stdin=terminal,
        stderr=terminal,
        stdout=subprocess.PIPE,
        text=True,
        env=environment | {"PRACTICE_LEDGER_HOME": str(state_path)},
    )
    os.close(terminal)
    os.write(controller, answer.encode())
    output, _ = process.communicate(timeout=60)
    shown = os.read(controller, 1 << 16).decode()
    os.close(controller)
    return process.returncode, output, shown


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_at_a_terminal_it_says_what_goes_and_asks(
    codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str], answer: str
) -> None:
    status, output, shown = answered(state_path, answer, "forget", "--all")
    assert status == ExitStatus.OK
    assert "Forgot 1 conversation." in output
    for line in (
        f"{handle_of('two')}  2 Practices, last used ",
        f"{handle_of('ended')}  1 Practice, last used ",
        "1 conversation in which nothing was read",
        "the counts",
        "[y/N]",
    ):
        assert line in shown
    assert codex.hint("ended") == ""


@pytest.mark.parametrize("answer", ["n\n", "\n", "yesterday\n", "\x04"])
def test_any_other_answer_leaves_everything(codex: CodexDriver, state_path: Path, answer: str) -> None:
    before = {path: path.read_bytes() for path in state_path.rglob("*") if path.is_file()}
    status, output, _ = answered(state_path, answer, "forget", "--all", "--json")
    assert status == ExitStatus.DECLINED
    assert json.loads(output)["error"]["code"] == "declined"
    assert {path: path.read_bytes() for path in state_path.rglob("*") if path.is_file()} == before
