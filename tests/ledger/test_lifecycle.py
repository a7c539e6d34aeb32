"""What starts, survives and ends with a conversation, for every host. [R5, R10, R11]"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from lorelum_answers import PRACTICE, line
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.verified import BegunCall, ClearedRoot, EndedRoot, OpenedRoot
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import State

READ = f"lore get {PRACTICE} --json"
LIFETIME_DAYS = bounds.ROOT_LIFETIME / 86400


@pytest.mark.parametrize("source", ["startup", "resume", "compact", "fork", "something new"])
def test_a_known_conversation_keeps_its_reads_when_it_is_announced_again(host: HostDriver, source: str) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.end("a"))
    host.send(host.start("a", source))
    assert PRACTICE in host.hint("a")


@pytest.mark.parametrize("source", ["startup", "resume", "compact", "clear", "fork", "something new"])
def test_an_unknown_conversation_starts_empty_and_may_record(host: HostDriver, source: str) -> None:
    host.send(host.start("a", source))
    assert host.hint("a") == ""
    host.read("a")
    assert PRACTICE in host.hint("a")


def test_a_cleared_conversation_is_empty_and_may_record_again(host: HostDriver) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.start("a", "clear"))
    assert host.hint("a") == ""
    host.read("a")
    assert PRACTICE in host.hint("a")


@pytest.mark.parametrize("source", ["startup", "resume", "compact"])
def test_a_rewound_conversation_is_told_nothing_old_whatever_it_calls_itself(host: HostDriver, source: str) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.start("a", source, history="h2"))
    assert host.hint("a") == ""


def test_a_call_that_began_before_a_reset_is_stale(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    host.send(host.start("a", "clear"))
    host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert '"stale"' in (state_path / "tally.json").read_text()


def test_a_stale_end_uses_the_beginning_up(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    host.send(host.start("a", "clear"))
    for _ in range(2):
        host.send(host.finish("a", "c1", READ, line()))
    refusals = json.loads((state_path / "tally.json").read_text())["refusals"]
    assert {reason: found["count"] for reason, found in refusals.items()} == {"stale": 1, "not-begun": 1}


def test_the_end_of_a_session_drops_open_calls_and_keeps_reads(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.begin("a", "c1", READ))
    host.send(host.end("a"))
    host.send(host.finish("a", "c1", READ, line()))
    assert PRACTICE in host.hint("a")
    assert '"not-begun"' in (state_path / "tally.json").read_text()


def test_reads_are_invisible_once_they_expired_and_a_new_read_renews_them(
    host: HostDriver, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(LIFETIME_DAYS - 1)
    host.read("a", "other.practice")
    set_days(2 * LIFETIME_DAYS - 2)
    assert PRACTICE in host.hint("a")
    set_days(2 * LIFETIME_DAYS)
    assert host.hint("a") == ""


def test_neither_children_nor_resuming_renew_reads(host: HostDriver, set_days: Callable[[float], None]) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(LIFETIME_DAYS - 1)
    assert PRACTICE in host.hint("a")
    host.send(host.start("a", "resume"))
    set_days(LIFETIME_DAYS + 1)
    assert host.hint("a") == ""


def test_a_conversation_resumed_after_its_reads_expired_starts_over_empty(
    host: HostDriver, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(LIFETIME_DAYS + 1)
    host.send(host.start("a", "resume"))
    set_days(1)  # whatever the clock does, what was dropped stays dropped
    assert host.hint("a") == ""


def test_a_call_that_began_before_the_announcement_expired_is_stale_after_a_resume(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    set_days(LIFETIME_DAYS + 1)
    host.send(host.start("a", "resume"))
    host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert '"stale"' in (state_path / "tally.json").read_text()


def test_a_call_that_began_before_the_reads_expired_is_stale_after_a_resume(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    host.read("a")
    host.send(host.begin("a", "c1", READ))
    for days in (LIFETIME_DAYS - 1, LIFETIME_DAYS + 1):  # the first renews the announcement, not the reads
        set_days(days)
        host.send(host.start("a", "resume"))
    host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert '"stale"' in (state_path / "tally.json").read_text()


def test_expired_reads_do_not_come_back_with_a_new_one(host: HostDriver, set_days: Callable[[float], None]) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(LIFETIME_DAYS - 1)
    host.send(host.start("a", "resume"))
    set_days(LIFETIME_DAYS + 1)
    host.read("a", "other.practice")
    hint = host.hint("a")
    assert "other.practice" in hint
    assert PRACTICE not in hint


def test_the_end_of_a_session_removes_expired_reads(host: HostDriver, set_days: Callable[[float], None]) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(LIFETIME_DAYS + 1)
    host.send(host.end("a"))
    set_days(1)  # whatever the clock does, what was removed stays removed
    assert host.hint("a") == ""


def test_an_announcement_without_reads_expires_and_resuming_renews_it(
    host: HostDriver, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    set_days(LIFETIME_DAYS - 1)
    host.send(host.start("a", "resume"))
    set_days(LIFETIME_DAYS + 1)
    host.read("a")
    assert PRACTICE in host.hint("a")
    host.send(host.start("b"))
    set_days(2 * LIFETIME_DAYS + 2)
    host.read("b")
    assert host.hint("b") == ""


def test_a_clock_set_back_by_years_loses_nothing(host: HostDriver, set_days: Callable[[float], None]) -> None:
    host.send(host.start("a"))
    host.read("a")
    set_days(-3000)
    assert PRACTICE in host.hint("a")
    host.read("a", "other.practice")
    assert PRACTICE in host.hint("a")


def test_the_epoch_stays_through_a_resume_and_changes_with_every_reset(state_path: Path) -> None:
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    ledger = Ledger(state, lambda: 1)
    key = ConversationKey("codex", "a")
    first = ledger.open_root(OpenedRoot(key, "t")).epoch
    assert ledger.open_root(OpenedRoot(key, "t")).epoch == first
    cleared = ledger.clear(ClearedRoot(key, "t")).epoch
    rewound = ledger.open_root(OpenedRoot(key, "another")).epoch
    assert len({first, cleared, rewound}) == 3
    state.close()


def test_the_end_of_a_session_leaves_the_epoch_and_the_announcement(state_path: Path) -> None:
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    ledger = Ledger(state, lambda: 1)
    key = ConversationKey("codex", "a")
    epoch = ledger.open_root(OpenedRoot(key, "t")).epoch
    ledger.begin_call(BegunCall(key, "t", "c1", READ))
    for _ in range(2):  # with a call to drop, and with nothing
        ledger.end_root(EndedRoot(key))
    assert ledger.begin_call(BegunCall(key, "t", "c1", READ)).epoch == epoch
    state.close()


def test_a_conversation_that_was_forgotten_has_another_epoch_when_it_is_bound_again(state_path: Path) -> None:
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    key = ConversationKey("codex", "a")
    first = Ledger(state, lambda: 1).open_root(OpenedRoot(key, "t")).epoch
    later = Ledger(state, lambda: bounds.ROOT_LIFETIME + 2)
    assert later.expire().expired == [key.hashed()]
    assert later.open_root(OpenedRoot(key, "t")).epoch != first
    state.close()


def test_a_review_thread_of_the_same_session_records_nothing(state_path: Path) -> None:
    host = CodexDriver()
    host.send(host.start("a"))
    command = READ
    review = [host.begin("a", "c1", command), host.finish("a", "c1", command, line())]
    for event in review:
        host.send(event.replace(b"/sessions/a.h1", b"/sessions/review"))
    assert host.hint("a") == ""
    assert '"other-thread"' in (state_path / "tally.json").read_text()


def test_the_epoch_stands_in_no_file(state_path: Path) -> None:
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    key = ConversationKey("codex", "the host's own name")
    epoch = Ledger(state, lambda: 1).open_root(OpenedRoot(key, "t")).epoch
    state.close()
    stored = b"".join(path.read_bytes() for path in state_path.rglob("*") if path.is_file()).decode(errors="replace")
    assert key.hashed() in stored
    assert epoch not in stored
    assert key.root_conversation_ref not in stored


def test_the_same_call_leaves_other_digests_in_another_conversation(state_path: Path) -> None:
    host = CodexDriver()
    for conversation in ("a", "b"):
        host.send(host.start(conversation))
        host.send(host.begin(conversation, "c1", READ))
    one, other = (json.loads(path.read_text()) for path in (state_path / "conversations").iterdir())
    values = [set(held["pending"][0].values()) | {held["thread"]} for held in (one, other)]
    assert values[0] & values[1] == {False, one["pending"][0]["generation"]}
