"""How much is kept, and what goes first. [R11]"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import OpenedRoot
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.document import new_conversation
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import State


def read(number: int, **changes: object) -> PracticeRead:
    fields = {"title": "T", "applies_when": "w", "content_digest": "0" * 64, "source_packs": ["pack"], **changes}
    return PracticeRead(f"some.practice-{number}", **fields)  # type: ignore[arg-type]


def test_one_conversation_keeps_the_newest_reads_and_drops_the_oldest() -> None:
    conversation = new_conversation(0)
    for number in range(bounds.CANDIDATES_PER_ROOT + 3):
        conversation.record(read(number), 0)
    kept = [candidate.practice_id for candidate in conversation.candidates]
    assert kept == [f"some.practice-{number}" for number in range(3, bounds.CANDIDATES_PER_ROOT + 3)]


def test_one_conversation_keeps_no_more_bytes_than_its_bound() -> None:
    conversation = new_conversation(0)
    # As large as one candidate may be: nearly 4 KiB once its control characters are escaped.
    large = {"applies_when": "\x01" * 500 + "w" * 400, "title": "t" * 200}
    for number in range(bounds.CANDIDATES_PER_ROOT):
        assert conversation.record(read(number, **large), 0) == "added"
    stored = [json.dumps(candidate.fields(), separators=(",", ":")) for candidate in conversation.candidates]
    total = sum(map(len, stored))
    assert bounds.CANDIDATES_BYTES_PER_ROOT - bounds.CANDIDATE_BYTES < total <= bounds.CANDIDATES_BYTES_PER_ROOT
    assert conversation.candidates[-1].practice_id == f"some.practice-{bounds.CANDIDATES_PER_ROOT - 1}"


def test_what_gives_way_to_bytes_is_the_oldest_read_however_small_it_is() -> None:
    conversation = new_conversation(0)
    large = {"applies_when": "\x01" * 500 + "w" * 400, "title": "t" * 200}
    names = [f"some.practice-{number}" for number in range(bounds.CANDIDATES_PER_ROOT)]
    for number in range(len(names)):
        assert conversation.record(read(number, **(large if number else {})), 0) == "added"
    kept = [candidate.practice_id for candidate in conversation.candidates]
    assert kept == names[-len(kept) :]
    assert len(kept) < len(names)


@pytest.fixture
def ledger(state_path: Path, set_days: Callable[[float], None]) -> Ledger:
    state = State.opened(str(state_path), Deadline(seconds=1e6, lock_seconds=1e6), create=True)
    assert state is not None
    return Ledger(state, lambda: 1_800_000_000)


def at_most(roots: int, monkeypatch: pytest.MonkeyPatch, at_once: int = 1, young: int = 1) -> None:
    """Sets the bounds of whole conversations to small numbers."""
    monkeypatch.setattr(bounds, "ROOTS", roots)
    monkeypatch.setattr(bounds, "ROOTS_DROPPED_AT_ONCE", at_once)
    monkeypatch.setattr(bounds, "YOUNG_ROOTS", young)


def fill(ledger: Ledger, state_path: Path, count: int) -> list[Path]:
    """Binds `count` conversations, each file a second younger than the one before; their files in that order."""
    files = []
    for number in range(count):
        key = ConversationKey("codex", f"c{number}")
        ledger.open_root(OpenedRoot(key, f"/sessions/c{number}.h1.jsonl"))
        path = state_path / "conversations" / f"{key.hashed()}.json"
        os.utime(path, (1_799_000_000 + number, 1_799_000_000 + number))
        files.append(path)
    return files


def test_a_new_conversation_beyond_the_bound_drops_one_without_reads_first(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(5, monkeypatch)
    files = fill(ledger, state_path, 5)
    host = CodexDriver()
    for number in (0, 1):  # the two oldest have reads
        host.start(f"c{number}")
        host.read(f"c{number}")
        os.utime(files[number], (1_799_000_000, 1_799_000_000))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [True, True, False, True, True]


def test_when_all_have_reads_the_one_longest_unwritten_goes(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(3, monkeypatch)
    files = fill(ledger, state_path, 3)
    host = CodexDriver()
    for number in range(3):
        host.start(f"c{number}")
        host.read(f"c{number}")
        os.utime(files[number], (1_799_000_000 - number, 1_799_000_000 - number))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [True, True, False]


def test_a_conversation_whose_reads_expired_goes_before_one_whose_reads_count(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch, set_days: Callable[[float], None]
) -> None:
    at_most(3, monkeypatch)
    files = fill(ledger, state_path, 3)
    host = CodexDriver()
    for number, days in ((0, 0), (1, -20), (2, 0)):
        set_days(days)
        host.start(f"c{number}")
        host.read(f"c{number}")
        os.utime(files[number], (1_799_000_000 + number, 1_799_000_000 + number))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [True, False, True]


def test_among_conversations_written_at_once_the_first_by_name_goes(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(12, monkeypatch)
    files = fill(ledger, state_path, 12)
    for path in files:
        os.utime(path, (1_799_000_000, 1_799_000_000))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path for path in files if not path.exists()] == [min(files)]


def test_the_number_of_conversations_stays_at_its_bound(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(4, monkeypatch)
    fill(ledger, state_path, 12)
    assert len(list((state_path / "conversations").iterdir())) == 4


def test_room_is_made_for_several_at_once(ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_most(12, monkeypatch, at_once=5)
    files = fill(ledger, state_path, 12)
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [False] * 5 + [True] * 7


def test_room_is_made_for_as_many_where_only_some_of_them_hold_nothing(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(6, monkeypatch, at_once=4)
    files = fill(ledger, state_path, 6)
    host = CodexDriver()
    for number in (0, 2, 4, 5):
        host.start(f"c{number}")
        host.read(f"c{number}")
        os.utime(files[number], (1_799_000_000 + number, 1_799_000_000 + number))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [False, False, False, False, True, True]


def test_the_latest_conversations_are_not_pushed_out_before_they_could_read(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(6, monkeypatch, young=2)
    files = fill(ledger, state_path, 6)
    host = CodexDriver()
    for number in range(4):
        host.start(f"c{number}")
        host.read(f"c{number}")
        os.utime(files[number], (1_799_000_000 + number, 1_799_000_000 + number))
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [False, True, True, True, True, True]


def test_conversations_of_a_newer_version_take_no_place_from_others(
    ledger: Ledger, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_most(4, monkeypatch)
    files = fill(ledger, state_path, 3)
    newer = [state_path / "conversations" / f"{number:064x}.json" for number in range(10)]
    for path in newer:
        path.write_text('{"version":2}')
    ledger.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert all(path.exists() for path in [*files, *newer])


def test_expired_conversations_are_removed_when_another_one_starts(ledger: Ledger, state_path: Path) -> None:
    files = fill(ledger, state_path, 3)
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    later = Ledger(state, lambda: 1_800_000_000 + bounds.ROOT_LIFETIME + 1)
    later.open_root(OpenedRoot(ConversationKey("codex", "c2"), "/sessions/c2.h1.jsonl"))
    assert [path.exists() for path in files] == [True, True, True], "a known one is no reason to tidy"
    later.open_root(OpenedRoot(ConversationKey("codex", "new"), "t"))
    assert [path.exists() for path in files] == [False, False, True]


def test_expire_removes_what_has_expired_and_nothing_else(ledger: Ledger, state_path: Path) -> None:
    files = fill(ledger, state_path, 3)
    state = State.opened(str(state_path), Deadline(), create=True)
    assert state is not None
    assert Ledger(state, lambda: 1_800_000_000 + bounds.ROOT_LIFETIME).expire().expired == []
    expired = Ledger(state, lambda: 1_800_000_000 + bounds.ROOT_LIFETIME + 1).expire().expired
    assert expired == [path.stem for path in files]
    assert not any(path.exists() for path in files)
