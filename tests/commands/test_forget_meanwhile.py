"""`practice-ledger forget` where not all is as it was, or as it should be: what was asked for goes all the same."""

from __future__ import annotations

import errno
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from kept_state import opened
from lorelum_answers import PRACTICE
from practice_ledger import hook_run
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state_root import MARK

if TYPE_CHECKING:
    from commands.conftest import Ran


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


# --- what changes while a person thinks ---


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Lets this happen before the question is answered with yes."""
    monkeypatch.setattr("practice_ledger.commands.verbs.forget.confirm", lambda *_, **__: happens())


@pytest.mark.parametrize("words", [("--all",), None])
def test_a_document_that_is_set_aside_meanwhile_goes_too(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    words: tuple[str, ...] | None,
) -> None:
    def damaged_and_set_aside() -> None:
        document(state_path, "two").write_text(f"{{{PRACTICE}")
        assert run("expire", "--json").result["set_aside"] == [handle_of("two")]

    meanwhile(monkeypatch, damaged_and_set_aside)
    assert run("forget", *(words or (handle_of("two"),)), "--json").result["files"] == 1
    assert list((state_path / "damaged").iterdir()) == []


@pytest.mark.parametrize("conversation", ["two", "came meanwhile"])
def test_what_a_writer_leaves_that_dies_meanwhile_goes_too(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    conversation: str,
) -> None:
    left = document(state_path, conversation).with_suffix(".json.123.0123456789ab.tmp")
    meanwhile(monkeypatch, lambda: left.write_text(PRACTICE))
    assert run("forget", "--all").status == ExitStatus.OK
    assert not left.exists()


def test_one_that_is_used_meanwhile_is_not_unused(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_ago = int(time.time()) - 7200
    with monkeypatch.context() as earlier:
        earlier.setattr(hook_run, "_now", lambda: long_ago)
        codex.send(codex.start("old"))
        codex.read("old")
    meanwhile(monkeypatch, lambda: codex.read("old", "some.other-practice"))
    run("forget", "--older-than", "1h")
    assert "some.other-practice" in codex.hint("old")


def test_a_person_may_take_any_time_to_answer(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then there is as much patience for locks as ever."""
    elapsed = [0.0]
    clock = time.monotonic
    with opened(state_path) as other:
        lock = other.locked("roots.lock")
        lock.__enter__()
        monkeypatch.setattr("time.monotonic", lambda: clock() + elapsed[0])
        released: list[float] = []

        def sleep(_: float) -> None:
            if elapsed[0] and not released:
                released.append(elapsed[0])
                lock.__exit__()

        monkeypatch.setattr("time.sleep", sleep)
        meanwhile(monkeypatch, lambda: elapsed.__setitem__(0, 3600.0))
        assert run("forget", "--all").status == ExitStatus.OK
    assert released
    assert codex.hint("two") == ""


def test_a_state_that_is_gone_meanwhile_is_no_fault(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: run("purge", "--yes"))
    assert run("forget", "--all").status == ExitStatus.OK
    assert not state_path.exists()


# --- when not all of it can be had ---


@pytest.mark.parametrize("verb", ["forget", "status", "export"])
def test_without_the_folder_of_conversations_the_rest_is_seen(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, verb: str
) -> None:
    document(state_path, "two").write_text(f"{{{PRACTICE}")
    codex.send(codex.start("two"))
    shutil.rmtree(state_path / "conversations")
    done = run(verb, *(("--all", "--yes") if verb == "forget" else ()), "--json")
    assert done.status == ExitStatus.OK
    if verb == "forget":
        assert (done.result["files"], done.result["activity"]) == (1, True)
        assert sorted(path.name for path in state_path.iterdir()) == sorted([MARK, "damaged", "locks", "secret"])
    elif verb == "status":
        assert done.result["ever_ran"]
        assert any(event["count"] for event in done.result["events"])
    else:
        assert (len(done.result["everything"]["set_aside"]), done.result["everything"]["counts"] is None) == (1, False)


def test_counts_that_go_alone_are_a_part(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("practice_ledger.commands.opened_state._LOCK_SECONDS", 0.1)
    with opened(state_path) as other, other.locked("roots.lock"):
        done = run("forget", "--all", "--yes", "--json")
    assert (done.status, done.result["activity"]) == (ExitStatus.PARTLY, True)
    assert len(done.result["left"]) == 3
    assert not (state_path / "tally.json").exists()


def test_all_leaves_no_leftover_of_any_file(run: Callable[..., Ran], codex: CodexDriver, state_path: Path) -> None:
    left = [state_path / f"{name}.1.0123456789ab.tmp" for name in ("settings.json", "secret", "tally.json")]
    for path in left:
        path.write_text("")
    run("forget", "--all", "--yes")
    assert [path for path in left if path.exists()] == []


@pytest.mark.parametrize("room", [0, 1])
def test_without_room_reads_go_all_the_same(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    room: int,
) -> None:
    """A conversation that runs is then known no more, unless what was removed made room."""
    replace = PrivateFolder.replace
    tried: list[str] = []

    def full(folder: PrivateFolder, name: str, data: bytes, *, durable: bool = True) -> None:
        tried.append(name)
        if room and document(state_path, "two").exists() is False:
            replace(folder, name, data, durable=durable)
        else:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(PrivateFolder, "replace", full)
    done = run("forget", handle_of("two"), "--yes", "--json")
    assert (done.status, done.result["left"]) == (ExitStatus.OK, [])
    assert (done.result["emptied"], done.result["removed"]) == (
        ([handle_of("two")], []) if room else ([], [handle_of("two")])
    )
    assert PRACTICE not in codex.hint("two")


def test_where_nobody_can_take_a_lock_it_is_said_who_knows_more(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str]
) -> None:
    (state_path / "locks" / "roots.lock").unlink()
    (state_path / "locks" / "roots.lock").mkdir()
    done = run("forget", handle_of("two"), "--yes")
    assert done.status == ExitStatus.FAILED
    assert "practice-ledger doctor" in done.text
