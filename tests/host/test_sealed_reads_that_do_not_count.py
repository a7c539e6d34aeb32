"""A receipt counts for the call of the root that made it, and for nothing else. [R25]"""

from __future__ import annotations

import base64
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codex_host.app_server import AppServer
from codex_host.isolated_codex import CODE_MODE, IsolatedCodex
from codex_host.model_steps import Say, Shell, Spawn
from host.readings import DELEGATION, EVIDENCE
from host.sealed import PLACES, RECEIPT, Conversations, Place, differences, everywhere, refusals, sealed

RECEIPTS_ONLY = f"{sealed(DELEGATION)} 2>&1 >/dev/null"

ALTERATIONS = {
    "id": "s/decision-context/decision-contexu/",
    "title": "s/Give/give/",
    "first digit of the digest": 's/"digest":"0/"digest":"1/; t; s/"digest":"./"digest":"0/',
    "last digit of the code": "s/0$/1/; t; s/.$/0/",
    "last digit lost": "s/.$//",
    "version": "s/receipt:1/receipt:2/",
}
"""Programs for sed, each of which alters one byte of a receipt."""


@pytest.fixture
def state(sealing_codex: IsolatedCodex) -> Path:
    return Path(sealing_codex.environment["PRACTICE_LEDGER_HOME"])


@contextmanager
def refused(state: Path, reasons: dict[str, int]) -> Iterator[None]:
    """Holds that what happens meanwhile is refused for these reasons, so often, and for no other."""
    before = refusals(state)
    yield
    assert differences(refusals(state), before) == reasons


def printing(receipts: dict[Place, str], place: Place) -> list[Shell]:
    """The step that prints the receipt of a place."""
    return [Shell(f"printf '%s\\n' '{receipts[place]}'")]


def harvested(conversations: Conversations) -> dict[Place, str]:
    """Receipts that a call of each conversation made and no hook saw."""
    assert conversations.told([Shell(f"{RECEIPTS_ONLY} | base64 -w 0")]) == everywhere([])
    found = {}
    for place, output in conversations.outputs().items():
        [encoded] = re.findall(r"[A-Za-z0-9+/=]{200,}", output)
        found[place] = base64.b64decode(encoded).decode().removesuffix("\n")
        assert found[place].startswith(RECEIPT)
    return found


def test_a_receipt_that_another_call_prints_does_not_count(sealing_server: AppServer, state: Path) -> None:
    conversations, others = Conversations(sealing_server), Conversations(sealing_server)
    receipts = harvested(conversations)
    with refused(state, {"receipt-call": len(PLACES)}):
        assert conversations.told(lambda place: printing(receipts, place)) == everywhere([])
    with refused(state, {"receipt-session": len(PLACES)}):
        assert others.told(lambda place: printing(receipts, place)) == everywhere([])


def test_a_receipt_with_one_byte_altered_does_not_count(sealing_server: AppServer, state: Path) -> None:
    conversations = Conversations(sealing_server)
    altered = [Shell(f"{RECEIPTS_ONLY} | sed '{program}'") for program in ALTERATIONS.values()]
    # A receipt of another version is none of this version's, and no reason is given.
    with refused(state, {"receipt": len(PLACES) * (len(ALTERATIONS) - 1)}):
        assert conversations.told(altered) == everywhere([])
    assert conversations.told([Shell(f"{RECEIPTS_ONLY} | sed 's/x/x/'")]) == everywhere([DELEGATION])


def test_a_receipt_made_with_another_secret_does_not_count(
    sealing_server: AppServer, state: Path, tmp_path: Path
) -> None:
    conversations = Conversations(sealing_server)
    conversations.turn([Say()])
    shutil.copytree(state, tmp_path / "state")
    (tmp_path / "state" / "secret").write_bytes(b"x" * 32)
    # Its tags are made with that secret as well, so the first of them is the first to differ.
    with refused(state, {"receipt-session": len(PLACES)}):
        found = conversations.told([Shell(f"PRACTICE_LEDGER_HOME={tmp_path / 'state'} {sealed(DELEGATION)}")])
    assert all(RECEIPT in output for output in conversations.outputs().values())
    assert found == everywhere([])


def test_a_child_s_sealed_read_does_not_count(sealing_server: AppServer, state: Path) -> None:
    conversations = Conversations(sealing_server)
    with refused(state, {"subagent": len(PLACES)}):
        conversations.turn(lambda place: [Spawn(f"reader in {place}", (Shell(sealed(DELEGATION)), Say()))])
    assert conversations.told([Shell(sealed(EVIDENCE))]) == everywhere([EVIDENCE])


def test_a_grandchild_s_sealed_read_does_not_count(sealing_server: AppServer, state: Path) -> None:
    places = [place for place in PLACES if place.model == CODE_MODE]
    conversations = Conversations(sealing_server, places)

    def nested(place: Place) -> list[Spawn]:
        reader = Spawn(f"grandchild in {place}", (Shell(sealed(DELEGATION)), Say()))
        return [Spawn(f"child in {place}", (reader, Say()))]

    with refused(state, {"subagent": len(places)}):
        conversations.turn(nested)
    assert conversations.told([Shell(sealed(EVIDENCE))]) == everywhere([EVIDENCE], places)


def test_a_reviewer_s_sealed_read_does_not_count(sealing_server: AppServer, state: Path) -> None:
    conversations = Conversations(sealing_server)
    conversations.turn([Shell(sealed(EVIDENCE))])
    with refused(state, {"receipt-thread": len(PLACES)}):
        for conversation in conversations.in_place.values():
            conversation.review(Shell(sealed(DELEGATION)), Say())
    assert conversations.told() == everywhere([EVIDENCE])


def test_a_reviewer_s_sealed_read_of_an_ephemeral_conversation_does_not_count(
    sealing_server: AppServer, state: Path
) -> None:
    conversations = Conversations(sealing_server, ephemeral=True)
    conversations.turn([Shell(sealed(EVIDENCE))])
    with refused(state, {"receipt-thread": len(PLACES)}):
        for conversation in conversations.in_place.values():
            conversation.review(Shell(sealed(DELEGATION)), Say())
    assert conversations.told() == everywhere([EVIDENCE])
