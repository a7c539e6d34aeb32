"""Damaged, newer and leftover files harm no conversation but their own, and never stay without bound. [R12, R13]"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage import diagnostics
from practice_ledger.storage.private_folder import PrivateFolder


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


@pytest.fixture
def host(state_path: Path) -> CodexDriver:
    """Codex with two conversations that both hold a read."""
    driver = CodexDriver()
    for conversation in ("a", "b"):
        driver.send(driver.start(conversation))
        driver.read(conversation)
    return driver


DAMAGE = {
    "empty": b"",
    "cut": b'{"version":1,"conversation"',
    "binary": b"\xff\xfe\x00",
    "other json": b"[]",
    "no version": b"{}",
    "version true": b'{"version":true}',
    "too long": b" " * (bounds.DOCUMENT_BYTES + 1),
}


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


def test_a_document_under_the_name_of_another_conversation_counts_as_damaged(
    host: CodexDriver, state_path: Path
) -> None:
    host.send(host.start("c"))
    document(state_path, "c").write_bytes(document(state_path, "a").read_bytes())
    assert host.hint("c") == ""


def test_a_newer_document_is_left_alone(host: CodexDriver, state_path: Path) -> None:
    newer = json.dumps({"version": 2, "something": "new"}).encode()
    document(state_path, "a").write_bytes(newer)
    assert host.hint("a") == ""
    host.read("a")
    host.send(host.start("a", "resume"))
    host.send(host.start("a", "clear"))
    host.send(host.end("a"))
    assert document(state_path, "a").read_bytes() == newer
    assert PRACTICE in host.hint("b")


def test_only_so_many_damaged_documents_are_kept(host: CodexDriver, state_path: Path) -> None:
    for number in range(bounds.DAMAGED_FILES + 3):
        conversation = f"damaged {number}"
        host.send(host.start(conversation))
        document(state_path, conversation).write_bytes(b"x")
        host.send(host.start(conversation))
    assert len(list((state_path / "damaged").iterdir())) == bounds.DAMAGED_FILES


def test_a_tally_of_a_newer_version_is_left_alone_and_a_damaged_one_starts_anew(
    host: CodexDriver, state_path: Path
) -> None:
    tally = state_path / "tally.json"
    tally.write_text('{"version":2}')
    host.hint("a")
    assert tally.read_text() == '{"version":2}'
    tally.write_text("{")
    host.hint("a")
    assert json.loads(tally.read_text())["events"]["child-started"]["count"] == 1


def test_what_dead_writers_left_is_removed_when_it_is_old(host: CodexDriver, state_path: Path) -> None:
    old, young = (state_path / "conversations" / f"{name}.json.1.x.tmp" for name in ("old", "young"))
    for path in (old, young):
        path.write_text("")
    long_ago = time.time() - bounds.STALE_TEMPORARY_SECONDS - 60
    os.utime(old, (long_ago, long_ago))
    host.send(host.start("new"))
    assert not old.exists()
    assert young.exists()


def test_foreign_files_among_the_conversations_are_left_alone(host: CodexDriver, state_path: Path) -> None:
    foreign = state_path / "conversations" / "notes.json"
    foreign.write_text("mine")
    host.send(host.start("new"))
    assert foreign.read_text() == "mine"


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
