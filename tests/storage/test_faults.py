"""Damaged, newer and leftover files harm no conversation but their own, and never stay without bound. [R12, R13]"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage import diagnostics
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.strict_json import LARGEST_INTEGER


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


@pytest.fixture
def host(state_path: Path) -> CodexDriver:
    """Codex with two conversations that both hold a read."""
    return CodexDriver.with_a_read_in("a", "b")


DAMAGE = {
    "empty": b"",
    "cut": b'{"version":1,"conversation"',
    "binary": b"\xff\xfe\x00",
    "other json": b"[]",
    "no version": b"{}",
    "version true": b'{"version":true}',
    "too long": b" " * (bounds.DOCUMENT_BYTES + 1),
}


def test_a_count_at_the_largest_number_stays_there_and_the_others_go_on(state_path: Path) -> None:
    host = CodexDriver.with_a_read_in("a")
    file = state_path / "tally.json"
    counts = json.loads(file.read_text())
    counts["events"]["child-started"] = {"count": LARGEST_INTEGER, "last": 1}
    file.write_text(json.dumps(counts))
    for _ in range(2):
        host.hint("a")
    after = json.loads(file.read_text())
    assert after["events"]["child-started"]["count"] == LARGEST_INTEGER
    assert after["events"]["child-started"]["last"] > 1
    assert after["results"] == counts["results"] != {}


@pytest.mark.parametrize("number", ["generation", "sequence"])
def test_a_conversation_at_the_last_of_its_numbers_tells_nothing_old_and_can_begin_anew(
    state_path: Path, number: str
) -> None:
    host = CodexDriver.with_a_read_in("a")
    path = document(state_path, "a")
    path.write_text(json.dumps(json.loads(path.read_text()) | {number: LARGEST_INTEGER}))
    host.send(host.start("a", "clear"))
    host.read("a", "some.other-practice")
    assert PRACTICE not in host.hint("a")
    host.send(host.start("a"))
    host.read("a", "some.other-practice")
    assert "some.other-practice" in host.hint("a")


@pytest.mark.parametrize("data", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_document_is_set_aside_and_harms_no_other(host: CodexDriver, state_path: Path, data: bytes) -> None:
    document(state_path, "a").write_bytes(data)
    assert host.hint("a") == ""
    host.read("a", "some.other-practice")
    assert host.hint("a") == "", "its start counts as not seen"
    assert (state_path / "damaged" / document(state_path, "a").name).read_bytes() == data
    assert PRACTICE in host.hint("b")
    host.send(host.start("a", "resume"))
    host.read("a")
    assert PRACTICE in host.hint("a")


def test_a_child_that_meets_a_damaged_document_leaves_it_to_the_next_change(
    host: CodexDriver, state_path: Path
) -> None:
    document(state_path, "a").write_bytes(b"x")
    assert host.hint("a") == ""
    assert document(state_path, "a").read_bytes() == b"x"
    host.send(host.start("a", "resume"))
    assert (state_path / "damaged" / document(state_path, "a").name).read_bytes() == b"x"


def test_a_document_under_the_name_of_another_conversation_counts_as_damaged(
    host: CodexDriver, state_path: Path
) -> None:
    host.send(host.start("c"))
    document(state_path, "c").write_bytes(document(state_path, "a").read_bytes())
    assert host.hint("c") == ""


@pytest.mark.parametrize(
    "newer",
    [
        b'{"version": 2, "something": "new"}',
        b'{"version":2}',
        b'{"version":2,"long":"' + b"x" * 4 * bounds.DOCUMENT_BYTES + b'"}',
        b'{"version":2,"deep":' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"version":2,"twice":1,"twice":2}',
        b'{"version":2,"number":' + b"9" * 5000 + b"}",
        b'{"version":' + b"9" * 100 + b"}",
    ],
    ids=["other fields", "no field", "longer", "deeper", "a key twice", "a long number", "a long version"],
)
def test_a_newer_document_is_left_alone(newer: bytes, host: CodexDriver, state_path: Path) -> None:
    document(state_path, "a").write_bytes(newer)
    assert host.hint("a") == ""
    host.read("a")
    host.send(host.start("a", "resume"))
    host.send(host.start("a", "clear"))
    host.send(host.end("a"))
    assert document(state_path, "a").read_bytes() == newer
    assert PRACTICE in host.hint("b")


def test_only_so_many_damaged_documents_are_kept_the_newest(host: CodexDriver, state_path: Path) -> None:
    documents = []
    for number in range(bounds.DAMAGED_FILES + 3):
        conversation = f"damaged {number}"
        host.send(host.start(conversation))
        documents.append(document(state_path, conversation))
        documents[-1].write_bytes(b"x")
        os.utime(documents[-1], (number, number))
        host.send(host.start(conversation))
    kept = {path.name for path in (state_path / "damaged").iterdir()}
    assert kept == {path.name for path in documents[3:]}


def test_a_tally_of_a_newer_version_is_left_alone_and_a_damaged_one_starts_anew(
    host: CodexDriver, state_path: Path
) -> None:
    tally = state_path / "tally.json"
    for newer in ('{"version":2}', '{"version":2,"long":"' + "x" * 200_000 + '"}'):
        tally.write_text(newer)
        host.hint("a")
        assert tally.read_text() == newer
    tally.write_text("{")
    host.hint("a")
    assert json.loads(tally.read_text())["events"]["child-started"]["count"] == 1


def test_what_dead_writers_left_is_removed_when_it_is_old(host: CodexDriver, state_path: Path) -> None:
    old, young = (state_path / "conversations" / f"{name * 32}.json.1.0123456789ab.tmp" for name in ("0a", "0b"))
    for path in (old, young):
        path.write_text("")
    long_ago = time.time() - bounds.STALE_TEMPORARY_SECONDS - 60
    os.utime(old, (long_ago, long_ago))
    an_hour_after_the_last_tidying(state_path)
    host.send(host.start("new"))
    assert not old.exists()
    assert young.exists()


def test_what_dead_writers_of_other_files_left_is_removed_too(host: CodexDriver, state_path: Path) -> None:
    old = state_path / "tally.json.1.0123456789ab.tmp"
    old.write_text("")
    os.utime(old, (1, 1))
    an_hour_after_the_last_tidying(state_path)
    host.send(host.start("new"))
    assert not old.exists()


@pytest.mark.parametrize(
    ("ago", "looked"),
    [(bounds.TIDYING_SECONDS + 1, True), (bounds.TIDYING_SECONDS - 60, False), (-3600, True)],
    ids=["an hour ago", "lately", "in the future"],
)
def test_a_start_looks_at_the_age_of_everything_once_in_an_hour(
    host: CodexDriver, state_path: Path, ago: int, looked: bool
) -> None:
    old = state_path / "tally.json.1.0123456789ab.tmp"
    for name in ("one", "two"):
        old.write_text("")
        os.utime(old, (1, 1))
        if name == "one":
            an_hour_after_the_last_tidying(state_path, ago)
        host.send(host.start(name))
        assert old.exists() == (name == "two" or not looked)


def an_hour_after_the_last_tidying(state_path: Path, ago: int = bounds.TIDYING_SECONDS + 1) -> None:
    then = time.time() - ago
    os.utime(state_path / "locks" / "roots.lock", (then, then))


def test_files_of_the_owners_own_among_the_state_are_never_removed(host: CodexDriver, state_path: Path) -> None:
    (state_path / "damaged").mkdir(mode=0o700)
    own = [state_path / name for name in ("letter.tmp", "a.json.1.x.tmp", "a.b.1.0123456789AB.tmp", "x.1.2.tmp")]
    own += [state_path / "conversations" / "draft.tmp", state_path / "conversations" / ("ab" * 32)]
    own += [state_path / "damaged" / f"{number}.txt" for number in range(2 * bounds.DAMAGED_FILES)]
    for path in own:
        path.write_text("mine")
        os.utime(path, (1, 1))
    document(state_path, "a").write_text("{")
    for conversation in ("a", "new"):
        host.send(host.start(conversation))
    assert document(state_path, "new").exists()
    assert [path for path in own if not path.exists()] == []


def test_a_folder_with_the_name_of_a_temporary_file_hinders_no_conversation(
    host: CodexDriver, state_path: Path
) -> None:
    for parent in (state_path, state_path / "conversations"):
        planted = parent / "tally.json.1.0123456789ab.tmp"
        planted.mkdir()
        os.utime(planted, (1, 1))
    host.send(host.start("new"))
    host.read("new")
    assert PRACTICE in host.hint("new")


def _link_to_nowhere(path: Path) -> None:
    path.symlink_to("/nowhere")


def _link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def _folder_that_is_not_empty(path: Path) -> None:
    (path / "x").mkdir(parents=True)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _fails_to_be_set_aside(path: Path) -> None:
    (path / "x").mkdir(parents=True)
    blocker = path.parents[1] / "damaged" / path.name
    blocker.parent.mkdir(mode=0o700, exist_ok=True)
    blocker.write_text("")


@pytest.mark.parametrize(
    "plant", [_link_to_nowhere, _link_to_itself, _folder_that_is_not_empty, _pipe, _fails_to_be_set_aside]
)
@pytest.mark.parametrize("roots", [bounds.ROOTS, 3])
def test_an_old_document_that_is_no_file_harms_no_other_conversation(
    host: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[Path], None], roots: int
) -> None:
    monkeypatch.setattr(bounds, "ROOTS", roots)
    monkeypatch.setattr(bounds, "ROOTS_DROPPED_AT_ONCE", 1)
    path = state_path / "conversations" / f"{'ab' * 32}.json"
    plant(path)
    os.utime(path, (1, 1), follow_symlinks=False)
    host.send(host.start("new"))
    host.read("new")
    assert PRACTICE in host.hint("new")
    assert PRACTICE in host.hint("b")


def test_a_document_that_is_a_link_is_set_aside_and_its_target_left_alone(host: CodexDriver, state_path: Path) -> None:
    target = state_path / "target"
    document(state_path, "a").rename(target)
    document(state_path, "a").symlink_to(target)
    before = target.read_bytes()
    host.send(host.start("a", "resume"))
    assert (state_path / "damaged" / document(state_path, "a").name).is_symlink()
    assert target.read_bytes() == before
    host.read("a", "some.other-practice")
    assert "some.other-practice" in host.hint("a")


def test_a_backup_of_hard_links_harms_nothing_and_keeps_its_content(host: CodexDriver, state_path: Path) -> None:
    backup = state_path.with_name("backup")
    shutil.copytree(state_path, backup, copy_function=os.link)
    before = document(backup, "a").read_bytes()
    host.read("a", "some.other-practice")
    host.send(host.start("new"))
    host.read("new")
    assert "some.other-practice" in host.hint("a")
    assert PRACTICE in host.hint("new")
    assert document(backup, "a").read_bytes() == before


def test_more_damage_than_one_folder_takes_costs_no_announcement(host: CodexDriver, state_path: Path) -> None:
    damaged = state_path / "damaged"
    for number in range(bounds.DAMAGED_FILES + 1):
        (damaged / f"somebody's folder {number}").mkdir(parents=True)
    damaged.chmod(0o700)
    document(state_path, "a").write_text("{")
    host.send(host.start("a", "resume"))
    host.read("a")
    assert PRACTICE in host.hint("a")


@pytest.mark.parametrize("content", ['{"version":1}', "{", "[" * 10**5, '{"version":' + "9" * 4300 + "}"])
def test_a_tally_that_cannot_be_used_costs_neither_the_hint_nor_the_diagnostics(
    host: CodexDriver, state_path: Path, content: str
) -> None:
    (state_path / "tally.json").write_text(content)
    assert PRACTICE in host.hint("a")
    host.send(b"{")
    assert "payload" in (state_path / "diagnostics.log").read_text()


@pytest.mark.parametrize("field", ["sequence", "generation", "bound_at"])
def test_numbers_beyond_all_sense_count_as_damage(host: CodexDriver, state_path: Path, field: str) -> None:
    path = document(state_path, "a")
    path.write_text(re.sub(rf'"{field}":\d+', f'"{field}":{"9" * 4000}', path.read_text(), count=1))
    host.send(host.start("a", "resume"))
    host.read("a")
    assert PRACTICE in host.hint("a")


def test_a_fault_of_what_lies_in_the_state_is_noted(host: CodexDriver, state_path: Path) -> None:
    (state_path / "conversations").chmod(0o770)
    assert host.hint("a") == ""
    assert "state-unsafe" in (state_path / "diagnostics.log").read_text()


def test_foreign_files_among_the_conversations_are_left_alone(host: CodexDriver, state_path: Path) -> None:
    foreign = state_path / "conversations" / "notes.json"
    foreign.write_text("mine")
    host.send(host.start("new"))
    assert foreign.read_text() == "mine"


def test_foreign_files_among_the_conversations_hinder_none_when_there_is_no_room(
    host: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "ROOTS", 2)
    monkeypatch.setattr(bounds, "ROOTS_DROPPED_AT_ONCE", 1)
    foreign = state_path / "conversations" / "notes.json"
    foreign.write_text("mine")
    os.utime(foreign, (0, 0))
    host.send(host.start("new"))
    assert document(state_path, "new").exists()
    assert foreign.read_text() == "mine"
    assert len(list((state_path / "conversations").iterdir())) == 3


def test_a_secret_that_cannot_be_read_just_now_stays_and_the_session_is_bound(
    host: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, read = (state_path / "secret").read_bytes(), PrivateFolder.read

    def broken(folder: PrivateFolder, name: str, limit: int, **more: bool) -> bytes | None:
        if name == "secret":
            raise OSError(5, "Input/output error")
        return read(folder, name, limit, **more)

    monkeypatch.setattr(PrivateFolder, "read", broken)
    host.send(host.start("new"))
    monkeypatch.setattr(PrivateFolder, "read", read)
    host.read("new")
    assert (state_path / "secret").read_bytes() == before
    assert PRACTICE in host.hint("new")


def test_diagnostics_stay_small(tmp_path: Path) -> None:
    folder = PrivateFolder.at(str(tmp_path / "state"), create=True)
    for number in range(3 * bounds.DIAGNOSTICS_BYTES // 60):
        diagnostics.note(folder, "call-finished", f"internal Error {number} {'x' * 500}")
    files = {path.name: path.stat().st_size for path in (tmp_path / "state").iterdir()}
    assert set(files) == {diagnostics.FILE, diagnostics.OLDER_FILE}
    assert max(files.values()) <= bounds.DIAGNOSTICS_BYTES
    lines = (tmp_path / "state" / diagnostics.FILE).read_text().splitlines()
    assert max(map(len, lines)) < bounds.DIAGNOSTIC_LINE_BYTES
    folder.close()
