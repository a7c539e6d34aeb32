"""Which changes wait for which lock, and what happens when another hook came first. [R12]"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import BegunCall, ClearedRoot, EndedRoot, FinishedCall, OpenedRoot, StartedChild
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.ledger.retention import RoomForOneMore
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import ROOTS_LOCK, HeldLock, stripe
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state import State

KEY = ConversationKey("codex", "a")
COMMAND = f"lore get {PRACTICE} --json"
READ = PracticeRead(PRACTICE, "0" * 64, "T", None, ["pack"])
CHANGES: dict[str, Callable[[Ledger], object]] = {
    "open_root": lambda ledger: ledger.open_root(OpenedRoot(KEY, "t")),
    "clear": lambda ledger: ledger.clear(ClearedRoot(KEY, "t")),
    "begin_call": lambda ledger: ledger.begin_call(BegunCall(KEY, "t", "c2", COMMAND)),
    "record": lambda ledger: ledger.record(FinishedCall(KEY, "t", "c1", COMMAND, (READ,))),
    "end_root": lambda ledger: ledger.end_root(EndedRoot(KEY)),
}


def ledger_at(state_path: Path, seconds: float = 0, now: int = 1_800_000_000) -> Ledger:
    """A ledger that waits so many seconds for locks."""
    state = State.opened(str(state_path), Deadline(lock_seconds=seconds), create=True)
    assert state is not None
    return Ledger(state, lambda: now)


def held(state_path: Path, lock: str) -> HeldLock:
    return HeldLock(PrivateFolder.at(str(state_path / "locks"), create=True), lock, Deadline())


def document(state_path: Path, key: ConversationKey = KEY) -> Path:
    return state_path / "conversations" / f"{key.hashed()}.json"


@pytest.fixture
def ledger(state_path: Path) -> Ledger:
    """With one conversation that holds a read and has a call open."""
    ledger = ledger_at(state_path)
    ledger.open_root(OpenedRoot(KEY, "t"))
    for call in ("c0", "c1"):
        ledger.begin_call(BegunCall(KEY, "t", call, COMMAND))
    ledger.record(FinishedCall(KEY, "t", "c0", COMMAND, (READ,)))
    return ledger


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_conversation_waits_for_its_lock(ledger: Ledger, state_path: Path, change: str) -> None:
    before = document(state_path).read_bytes()
    with held(state_path, stripe(KEY.hashed())), pytest.raises(Refused, match="state-locked"):
        CHANGES[change](ledger)
    assert document(state_path).read_bytes() == before
    CHANGES[change](ledger)
    assert document(state_path).read_bytes() != before or change == "open_root"


def test_a_child_is_told_whatever_locks_are_held(ledger: Ledger, state_path: Path) -> None:
    with held(state_path, stripe(KEY.hashed())), held(state_path, ROOTS_LOCK):
        assert [found.practice_id for found in ledger.list_for_child(StartedChild(KEY))] == [PRACTICE]


def test_conversations_come_and_go_under_one_lock(ledger: Ledger, state_path: Path) -> None:
    new = ConversationKey("codex", "new")
    later = ledger_at(state_path, now=1_800_000_000 + bounds.ROOT_LIFETIME + 1)
    with held(state_path, ROOTS_LOCK):
        with pytest.raises(Refused, match="state-locked"):
            ledger.open_root(OpenedRoot(new, "t"))
        with pytest.raises(Refused, match="state-locked"):
            later.expire()
        ledger.open_root(OpenedRoot(KEY, "t"))
    assert not document(state_path, new).exists()
    assert document(state_path).exists()


def test_a_conversation_in_use_is_passed_over_when_one_has_to_go(
    state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys: dict[str, ConversationKey] = {}  # by their locks, which are to differ
    for number in range(100):
        key = ConversationKey("codex", str(number))
        keys.setdefault(stripe(key.hashed()), key)
    oldest, next_one, new, *_ = keys.values()
    monkeypatch.setattr(bounds, "ROOTS", 2)
    monkeypatch.setattr(bounds, "ROOTS_DROPPED_AT_ONCE", 1)
    ledger = ledger_at(state_path, seconds=5)
    for age, key in ((2, oldest), (1, next_one)):
        ledger.open_root(OpenedRoot(key, "t"))
        os.utime(document(state_path, key), (1_799_000_000 - age, 1_799_000_000 - age))
    with held(state_path, stripe(oldest.hashed())):
        ledger.open_root(OpenedRoot(new, "t"))
    assert [document(state_path, key).exists() for key in (oldest, next_one, new)] == [True, False, True]


def test_what_another_hook_bound_and_recorded_meanwhile_stays(
    state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, enter = CodexDriver(), RoomForOneMore.__enter__

    def enter_late(room: RoomForOneMore) -> None:
        monkeypatch.setattr(RoomForOneMore, "__enter__", enter)
        host.send(host.start("a"))
        host.read("a")
        enter(room)

    monkeypatch.setattr(RoomForOneMore, "__enter__", enter_late)
    host.send(host.start("a"))
    assert PRACTICE in host.hint("a")
