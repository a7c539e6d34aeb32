"""A person may have the bounds applied at once, and is told what went. [R11]"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from kept_state import opened
from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.ledger.tidying import Tidied
from practice_ledger.storage.locks import ROOTS_LOCK, HeldLock
from practice_ledger.storage.state import State

NOW = 1_800_000_000
LIFETIME_DAYS = bounds.ROOT_LIFETIME / 86400


def tidied(state_path: Path, now: int = NOW, lock_seconds: float = 5) -> Tidied:
    with opened(state_path, lock_seconds) as state:
        return Ledger(state, lambda: now).expire()


def name_of(conversation: str) -> str:
    return ConversationKey("codex", conversation).hashed()


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{name_of(conversation)}.json"


@pytest.fixture
def codex(state_path: Path, set_days: Callable[[float], None]) -> CodexDriver:
    driver = CodexDriver()
    for conversation in ("a", "b", "c"):
        driver.send(driver.start(conversation))
        driver.read(conversation)
    for age, conversation in enumerate(("c", "b", "a")):
        os.utime(document(state_path, conversation), (NOW - age, NOW - age))
    return driver


def test_with_nothing_to_do_nothing_changes(codex: CodexDriver, state_path: Path) -> None:
    before = {path: path.read_bytes() for path in state_path.rglob("*") if path.is_file()}
    done = tidied(state_path)
    assert [getattr(done, field) or None for field in Tidied.__slots__] == [None] * len(Tidied.__slots__)
    assert {path: path.read_bytes() for path in state_path.rglob("*") if path.is_file()} == before


def test_conversations_beyond_the_bound_go_the_one_longest_unwritten_first(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ROOTS", 2)
    assert tidied(state_path).over_bound == [name_of("a")]
    assert not document(state_path, "a").exists()


def test_reads_that_expired_go_from_a_conversation_whose_announcement_counts(
    codex: CodexDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    set_days(LIFETIME_DAYS - 1)
    codex.send(codex.start("a", "resume"))
    done = tidied(state_path, NOW + bounds.ROOT_LIFETIME + 1)
    assert done.trimmed == [name_of("a")]
    assert sorted(done.expired) == sorted([name_of("b"), name_of("c")])
    assert PRACTICE not in document(state_path, "a").read_text()


def test_a_damaged_document_is_set_aside_and_old_copies_go(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document(state_path, "a").write_text("{")
    done = tidied(state_path)
    assert (done.set_aside, done.copies) == ([name_of("a")], 0)
    assert (state_path / "damaged" / document(state_path, "a").name).read_text() == "{"
    monkeypatch.setattr(bounds, "DAMAGED_FILES", 1)
    (state_path / "damaged" / f"{'ab' * 32}.json").write_text("younger")
    assert tidied(state_path).copies == 1
    assert [path.read_text() for path in (state_path / "damaged").iterdir()] == ["younger"]


def test_what_dead_writers_left_goes_when_it_is_old(codex: CodexDriver, state_path: Path) -> None:
    old, young = (state_path / "conversations" / f"{name_of('a')}.json.{pid}.0123456789ab.tmp" for pid in (1, 2))
    for path in (old, young):
        path.write_text("")
    os.utime(old, (1, 1))
    assert tidied(state_path).temporary == 1
    assert (old.exists(), young.exists()) == (False, True)


def test_a_document_of_a_newer_version_is_left_alone_without_a_word(codex: CodexDriver, state_path: Path) -> None:
    document(state_path, "a").write_text('{"version":2}')
    done = tidied(state_path, NOW + 10 * bounds.ROOT_LIFETIME)
    assert done.passed_over == {}
    assert document(state_path, "a").exists()


def test_a_conversation_in_use_is_passed_over_with_its_reason(codex: CodexDriver, state_path: Path) -> None:
    with opened(state_path) as other, other.locked_conversation(name_of("a")):
        done = tidied(state_path, NOW + bounds.ROOT_LIFETIME + 1, lock_seconds=0.1)
    assert done.passed_over == {name_of("a"): "state-locked"}
    assert document(state_path, "a").exists()
    assert sorted(done.expired) == sorted([name_of("b"), name_of("c")])


def test_a_conversation_in_use_for_a_moment_is_waited_for_when_the_others_are_done(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(state_path) as other:
        lock = other.locked_conversation(name_of("a"))
        lock.__enter__()
        released: list[bool] = []

        def sleep(_: float) -> None:
            if not released:
                released.append(document(state_path, "b").exists() or document(state_path, "c").exists())
                lock.__exit__()

        monkeypatch.setattr("time.sleep", sleep)
        done = tidied(state_path, NOW + bounds.ROOT_LIFETIME + 1)
    assert released == [False]
    assert sorted(done.expired) == sorted(map(name_of, "abc"))


def test_hooks_get_in_between(codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No hook that starts a conversation waits for all of it."""
    entered: list[str] = []
    enter = HeldLock.__enter__

    def noted(lock: HeldLock) -> None:
        entered.append(lock._name)
        enter(lock)

    monkeypatch.setattr(HeldLock, "__enter__", noted)
    tidied(state_path)
    assert entered.count(ROOTS_LOCK) == 3 + 1


def test_what_a_living_process_wrote_meanwhile_is_not_said_to_have_gone(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    young = state_path / "conversations" / f"{name_of('a')}.json.1.0123456789ab.tmp"
    young.write_text("")
    monkeypatch.setattr(State, "trim_set_aside", lambda state: young.unlink())
    assert tidied(state_path).temporary == 0
