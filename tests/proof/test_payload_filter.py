"""The quick filter looks at raw bytes and loses no read. [R21]"""

from __future__ import annotations

import json

import pytest

from practice_ledger.proof.payload_filter import may_hold_read


def payload(command: str) -> bytes:
    return json.dumps({"tool_name": "Bash", "tool_input": {"command": command}}).encode()


@pytest.mark.parametrize(
    "command",
    [
        "lore get a.b",
        "lore --json get a.b",
        "lore  get a.b",
        "lore\tget a.b",
        "lore \tget a.b",
        'bash -c "lore get a.b"',
    ],
)
def test_a_payload_with_a_read_passes(command: str) -> None:
    assert may_hold_read(payload(command))


@pytest.mark.parametrize(
    "command", ["ls", "cat lore", "lore", "lore query x", "explore maps", "lore-get a.b", "lore\nget"]
)
def test_a_payload_without_a_read_is_dropped(command: str) -> None:
    assert not may_hold_read(payload(command))


def test_a_payload_that_escapes_the_letters_of_lore_is_dropped() -> None:
    assert not may_hold_read(payload("lore get a.b").replace(b"lore", rb"\u006core"))
