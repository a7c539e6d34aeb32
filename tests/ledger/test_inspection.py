"""What a person sees of all conversations: no lock, no change, each a conversation or a fault. [R4, R12]"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from kept_state import inspected, opened
from lorelum_answers import PRACTICE
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.hosts.registry import host_names
from practice_ledger.ledger.inspection import DAMAGED, HANDLE_DIGITS, NEWER, UNREADABLE, Inspection, _handles, inspect
from practice_ledger.storage import contents
from practice_ledger.storage.locks import ROOTS_LOCK, TALLY_LOCK, stripes


def snapshot(path: Path) -> dict[str, tuple[bytes, float]]:
    return {str(each): (each.read_bytes(), each.stat().st_mtime) for each in path.rglob("*") if each.is_file()}


def test_a_conversation_says_its_host_and_what_it_holds(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a")
    (found,) = inspected(state_path).conversations
    assert found.name == ConversationKey(host.host, "a").hashed()
    assert found.conversation is not None
    assert found.conversation.host == host.host
    assert found.conversation.host in host_names()
    assert [candidate.practice_id for candidate in found.conversation.candidates] == [PRACTICE]
    assert found.fault is None
    path = state_path / found.file.path
    assert (found.file.size, found.file.written_at) == (path.stat().st_size, int(path.stat().st_mtime))


def test_the_end_of_a_conversation_is_noted_until_it_goes_on(host: HostDriver, state_path: Path) -> None:
    def ended() -> bool:
        (found,) = inspected(state_path).conversations
        assert found.conversation is not None
        return found.conversation.ended

    seen = []
    for event in (host.start("a"), host.end("a"), host.start("a", "resume")):
        host.send(event)
        seen.append(ended())
    assert seen == [False, True, False]


def test_a_document_from_before_its_host_was_kept_says_so_and_gets_it_with_the_next_announcement(
    host: HostDriver, state_path: Path
) -> None:
    host.send(host.start("a"))
    host.read("a")
    (path,) = (state_path / "conversations").iterdir()
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({name: value for name, value in kept.items() if name not in ("host", "ended")}))
    (found,) = inspected(state_path).conversations
    assert found.conversation is not None
    assert (found.conversation.host, found.conversation.ended) == (None, False)
    assert PRACTICE in host.hint("a")
    host.send(host.start("a", "resume"))
    assert json.loads(path.read_text())["host"] == host.host


def test_a_document_with_fields_of_a_later_minor_version_is_understood(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a")
    (path,) = (state_path / "conversations").iterdir()
    path.write_text(json.dumps(json.loads(path.read_text()) | {"later": ["x"]}))
    assert PRACTICE in host.hint("a")
    assert inspected(state_path).conversations[0].fault is None


def test_the_last_used_stands_first(host: HostDriver, state_path: Path, set_days: Callable[[float], None]) -> None:
    for days, conversation in ((3, "a"), (1, "b"), (2, "c")):
        set_days(days)
        host.send(host.start(conversation))
    names = [each.name for each in inspected(state_path).conversations]
    assert names == [ConversationKey(host.host, conversation).hashed() for conversation in ("a", "c", "b")]


@pytest.fixture
def codex(state_path: Path) -> CodexDriver:
    return CodexDriver.with_a_read_in("a", "b")


def test_it_waits_for_no_lock_and_changes_nothing(codex: CodexDriver, state_path: Path) -> None:
    leftover = state_path / "conversations" / f"{'ab' * 32}.json.1.0123456789ab.tmp"
    leftover.write_text("")
    os.utime(leftover, (1, 1))
    document(state_path, "a").write_text("{damaged")
    before = snapshot(state_path)
    with opened(state_path) as other, opened(state_path, lock_seconds=0) as state:
        held = [other.locked(name) for name in (ROOTS_LOCK, TALLY_LOCK, *stripes())]
        for lock in held:
            lock.__enter__()
        assert len(inspect(state).conversations) == 2
        for lock in held:
            lock.__exit__()
    after = snapshot(state_path)
    assert {path: after[path] for path in before} == before


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


@pytest.mark.parametrize(("content", "fault"), [("{", DAMAGED), ("", DAMAGED), ('{"version":2}', NEWER)])
def test_what_cannot_be_understood_is_a_fault_of_its_own(
    codex: CodexDriver, state_path: Path, content: str, fault: str
) -> None:
    document(state_path, "a").write_text(content)
    faults = {each.name: each.fault for each in inspected(state_path).conversations}
    assert faults == {document(state_path, "a").stem: fault, document(state_path, "b").stem: None}


def test_what_cannot_be_read_is_a_fault_of_its_own(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def failing(path: str, *arguments: int, dir_fd: int | None = None) -> int:
        if path == document(state_path, "a").name:
            raise PermissionError(13, "Permission denied", path)
        return real(path, *arguments, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", failing)  # whoever runs the tests may be root, whom no permission stops
    faults = {each.name: each.fault for each in inspected(state_path).conversations}
    assert faults == {document(state_path, "a").stem: UNREADABLE, document(state_path, "b").stem: None}


def test_handles_are_short_and_longer_only_where_they_would_be_shared() -> None:
    names = ["a" * 64, "a" * 10 + "b" * 54, "a" * 10 + "c" * 54, "d" * 64]
    assert _handles(names) == {
        names[0]: "a" * 11,
        names[1]: "a" * 10 + "b",
        names[2]: "a" * 10 + "c",
        names[3]: "d" * HANDLE_DIGITS,
    }


def test_any_unique_beginning_of_four_digits_or_more_names_a_conversation() -> None:
    names = ["abcd" + "0" * 60, "abce" + "0" * 60]
    inspection = Inspection([], _handles(names), [])
    assert inspection.named("abcd") == [names[0]]
    assert inspection.named("ABCD") == [names[0]]
    assert inspection.named(names[1]) == [names[1]]
    assert inspection.named("abc") == []
    assert inspection.named("") == []


def test_every_file_that_the_product_writes_is_known_as_its_own(
    codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("hints = true\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    document(state_path, "a").write_text("{damaged")
    codex.send(codex.start("a"))
    codex.send(b"{")
    (state_path / "diagnostics.log.1").write_text("")
    kinds = {file.path: file.kind for file in inspected(state_path).files}
    assert contents.FOREIGN not in kinds.values()
    assert {"settings.json", "secret", "tally.json", "diagnostics.log", "locks/roots.lock"} <= kinds.keys()


def test_what_others_put_into_the_state_is_known_as_theirs(codex: CodexDriver, state_path: Path) -> None:
    theirs = ["notes", "conversations/notes.json", "locks/notes", "x.tmp", f"conversations/{'ab' * 32}.bak"]
    for path in theirs:
        (state_path / path).write_text("")
    (state_path / "conversations" / f"{'cd' * 32}.json").mkdir()
    found = {file.path for file in inspected(state_path).of_kind(contents.FOREIGN)}
    assert found == {*theirs, f"conversations/{'cd' * 32}.json"}
