"""What a person asks to forget is gone for good, and a conversation that runs goes on from empty. [R5, R8, R10, R25]"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from kept_state import forget, inspected, opened
from lorelum_answers import PRACTICE, line
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.ledger.forgetting import Forgetting
from practice_ledger.storage.locks import ROOTS_LOCK, stripe
from practice_ledger.storage.state_root import MARK
from practice_ledger.strict_json import LARGEST_INTEGER

READ = f"lore get {PRACTICE} --json"
NOW = 1_800_000_000
FAR_AHEAD = 2**40


def name_of(host: HostDriver, conversation: str) -> str:
    return ConversationKey(host.host, conversation).hashed()


def document(state_path: Path, host: HostDriver, conversation: str) -> Path:
    return state_path / "conversations" / f"{name_of(host, conversation)}.json"


def stored(state_path: Path, host: HostDriver, conversation: str) -> Any:
    return json.loads(document(state_path, host, conversation).read_text())


def everything_kept(state_path: Path) -> bytes:
    return b"".join(path.read_bytes() for path in state_path.rglob("*") if path.is_file())


def test_a_running_conversation_starts_over_from_empty(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a")
    assert forget(state_path, name_of(host, "a")).emptied == [name_of(host, "a")]
    assert host.hint("a") == ""
    host.read("a", "some.other-practice")
    hint = host.hint("a")
    assert "some.other-practice" in hint
    assert PRACTICE not in hint


def test_nothing_of_what_was_read_is_left_in_any_file(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", title="A telling title")
    before = stored(state_path, host, "a")
    forget(state_path, name_of(host, "a"))
    assert PRACTICE.encode() not in everything_kept(state_path)
    assert b"A telling title" not in everything_kept(state_path)
    after = stored(state_path, host, "a")
    assert after == before | {"candidates": [], "generation": before["generation"] + 1, "sequence": 0}


def test_a_call_that_began_before_it_is_stale_and_its_end_uses_it_up(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    forget(state_path, name_of(host, "a"))
    for _ in range(2):
        host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    refusals = json.loads((state_path / "tally.json").read_text())["refusals"]
    assert {reason: found["count"] for reason, found in refusals.items()} == {"stale": 1, "not-begun": 1}


def test_a_conversation_that_ended_goes_as_a_whole_and_is_unknown_when_it_is_resumed(
    host: HostDriver, state_path: Path
) -> None:
    host.send(host.start("a"))
    host.read("a")
    before = stored(state_path, host, "a")["salt"]
    host.send(host.end("a"))
    assert forget(state_path, name_of(host, "a")).removed == [name_of(host, "a")]
    assert not document(state_path, host, "a").exists()
    host.send(host.start("a", "resume"))
    assert host.hint("a") == ""
    assert stored(state_path, host, "a")["salt"] != before


def test_a_conversation_that_ended_without_ever_reading_counts_as_ended_too(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.end("a"))
    assert forget(state_path, name_of(host, "a")).removed == [name_of(host, "a")]


@pytest.mark.parametrize("sign", ["announced", "call"])
def test_a_conversation_that_goes_on_after_its_end_keeps_its_announcement(
    host: HostDriver, state_path: Path, sign: str
) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.end("a"))
    host.send(host.start("a", "resume") if sign == "announced" else host.begin("a", "c1", READ))
    assert forget(state_path, name_of(host, "a")).emptied == [name_of(host, "a")]
    host.read("a", "some.other-practice", call="c2")
    assert "some.other-practice" in host.hint("a")


def test_a_conversation_that_expired_goes_as_a_whole(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    set_days(-3000)
    host.send(host.start("a"))
    assert forget(state_path, name_of(host, "a")).removed == [name_of(host, "a")]


def test_other_conversations_stay(host: HostDriver, state_path: Path) -> None:
    for conversation in ("a", "b"):
        host.send(host.start(conversation))
        host.read(conversation)
    before = document(state_path, host, "b").read_bytes()
    forget(state_path, name_of(host, "a"))
    assert document(state_path, host, "b").read_bytes() == before
    assert PRACTICE in host.hint("b")


def test_what_was_read_since_then_stays(host: HostDriver, state_path: Path, set_days: Callable[[float], None]) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(1)
    host.read("a", "some.other-practice")
    last_read = inspected(state_path).conversations[0].last_used()
    done = forget(state_path, name_of(host, "a"), since=last_read, now=NOW)
    assert (done.removed, done.emptied, done.kept) == ([], [], {})
    assert PRACTICE in host.hint("a")
    assert forget(state_path, name_of(host, "a"), since=last_read + 1, now=NOW).emptied == [name_of(host, "a")]


def test_a_conversation_without_reads_is_as_old_as_its_announcement(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    announced = inspected(state_path).conversations[0].last_used()
    assert forget(state_path, name_of(host, "a"), since=announced, now=NOW).emptied == []
    assert forget(state_path, name_of(host, "a"), since=announced + 1, now=NOW).emptied == [name_of(host, "a")]


# --- beside the document, over Codex alone ---


@pytest.fixture
def codex(state_path: Path) -> CodexDriver:
    """Codex with two conversations that both hold a read."""
    return CodexDriver.with_a_read_in("a", "b")


def test_its_damaged_copies_go_with_it_and_those_of_others_stay(codex: CodexDriver, state_path: Path) -> None:
    for conversation in ("a", "b"):
        document(state_path, codex, conversation).write_text("{damaged")
        codex.send(codex.start(conversation))
    forget(state_path, name_of(codex, "a"))
    assert [path.stem for path in (state_path / "damaged").iterdir()] == [name_of(codex, "b")]


def test_a_conversation_of_which_only_a_damaged_copy_is_left_can_be_forgotten(
    codex: CodexDriver, state_path: Path
) -> None:
    document(state_path, codex, "a").write_text("{damaged")
    codex.send(codex.finish("a", "c1", READ, line()))
    assert not document(state_path, codex, "a").exists()
    assert forget(state_path, name_of(codex, "a")).files == 1
    assert list((state_path / "damaged").iterdir()) == []


@pytest.mark.parametrize("content", ["{damaged", ""])
def test_a_damaged_document_goes_where_it_lies(codex: CodexDriver, state_path: Path, content: str) -> None:
    document(state_path, codex, "a").write_text(content)
    assert forget(state_path, name_of(codex, "a")).removed == [name_of(codex, "a")]
    assert not document(state_path, codex, "a").exists()


def test_what_dead_writers_left_of_it_goes_with_it_however_young(codex: CodexDriver, state_path: Path) -> None:
    left = [state_path / "conversations" / f"{name_of(codex, each)}.json.1.0123456789ab.tmp" for each in ("a", "b")]
    for path in left:
        path.write_text(PRACTICE)
    forget(state_path, name_of(codex, "a"))
    assert [path.exists() for path in left] == [False, True]


def test_a_document_of_a_newer_version_goes_only_when_it_is_named(codex: CodexDriver, state_path: Path) -> None:
    document(state_path, codex, "a").write_text('{"version":2}')
    done = forget(state_path, name_of(codex, "a"), since=FAR_AHEAD)
    assert done.kept == {name_of(codex, "a"): "state-newer"}
    assert document(state_path, codex, "a").exists()
    assert forget(state_path, name_of(codex, "a")).removed == [name_of(codex, "a")]


def test_one_whose_lock_is_held_is_reported_and_the_others_go(codex: CodexDriver, state_path: Path) -> None:
    for number in range(20):
        codex.send(codex.start(f"c{number}"))
    names = [each.name for each in inspected(state_path).conversations]
    held = {name for name in names if stripe(name) == stripe(names[0])}
    with opened(state_path) as other, other.locked_conversation(names[0]):
        done = forget(state_path, *names, lock_seconds=0.1)
    assert done.kept == dict.fromkeys(held, "state-locked")
    assert set(done.emptied) == set(names) - held
    assert forget(state_path, *names).kept == {}


def test_one_that_is_locked_for_a_moment_is_waited_for_when_the_others_are_gone(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, other_name = name_of(codex, "a"), name_of(codex, "b")
    assert stripe(name) != stripe(other_name)
    with opened(state_path) as other, opened(state_path) as state:
        lock = other.locked_conversation(name)
        lock.__enter__()
        released: list[bool] = []

        def sleep(_: float) -> None:
            if not released:
                released.append(stored(state_path, codex, "b")["candidates"] == [])
                lock.__exit__()

        monkeypatch.setattr("time.sleep", sleep)
        forgetting = Forgetting(state, 0)
        forgetting.forget([name, other_name])
    assert released == [True]
    assert (forgetting.done.kept, forgetting.done.emptied) == ({}, [other_name, name])


def test_it_waits_until_what_was_removed_is_gone_from_the_disk(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codex.send(codex.end("a"))
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    forget(state_path, name_of(codex, "a"))
    assert (state_path / "conversations").stat().st_ino in synced


def test_conversations_are_forgotten_under_the_lock_under_which_they_come_and_go(
    codex: CodexDriver, state_path: Path
) -> None:
    before = document(state_path, codex, "a").read_bytes()
    with opened(state_path) as other, other.locked(ROOTS_LOCK):
        done = forget(state_path, name_of(codex, "a"), lock_seconds=0.1)
    assert done.kept == {name_of(codex, "a"): "state-locked"}
    assert document(state_path, codex, "a").read_bytes() == before


def test_a_conversation_at_the_last_number_of_its_epochs_goes_as_a_whole(codex: CodexDriver, state_path: Path) -> None:
    path = document(state_path, codex, "a")
    path.write_text(json.dumps(stored(state_path, codex, "a") | {"generation": LARGEST_INTEGER}))
    assert forget(state_path, name_of(codex, "a")).removed == [name_of(codex, "a")]
    assert not path.exists()


def test_the_counts_and_the_diagnostics_can_be_forgotten(codex: CodexDriver, state_path: Path) -> None:
    codex.send(b"{")
    (state_path / "diagnostics.log.1").write_text("older\n")
    (state_path / "tally.json.1.0123456789ab.tmp").write_text("")
    with opened(state_path) as state:
        Forgetting(state, 0).forget_activity()
    assert {path.name for path in state_path.iterdir()} == {MARK, "conversations", "locks", "secret"}
    codex.hint("a")
    assert json.loads((state_path / "tally.json").read_text())["events"]["child-started"]["count"] == 1


def test_counts_that_somebody_writes_are_reported_and_the_diagnostics_go(codex: CodexDriver, state_path: Path) -> None:
    codex.send(b"{")
    with opened(state_path) as other, other.locked("tally.lock"), opened(state_path, 0.1) as state:
        forgetting = Forgetting(state, 0)
        forgetting.forget_activity()
    assert forgetting.done.kept == {"tally.json": "state-locked"}
    assert not (state_path / "diagnostics.log").exists()
