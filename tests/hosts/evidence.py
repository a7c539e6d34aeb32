"""Recorded payloads of real Codex builds, played through the hook's dispatcher in the order Codex sent them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from practice_ledger.deadline import Deadline
from practice_ledger.hook import answer

TESTS = Path(__file__).resolve().parents[1]
FIXTURES = TESTS / "fixtures"
HOOKED_EVENTS = json.loads((TESTS.parent / "plugin/hooks/hooks.json").read_text())["hooks"].keys()


def recordings() -> list[Path]:
    return sorted(FIXTURES.glob("codex-*/*.jsonl"))


def expectation(recording: Path) -> Path:
    """The file beside a recording that says what must come of it."""
    return recording.with_suffix(".expected.json")


def payloads(recording: Path) -> list[bytes]:
    """Those payloads of a recording that the plugin asks for, in their order."""
    lines = [line for line in recording.read_text(encoding="utf-8").splitlines() if line]
    return [line.encode() for line in lines if json.loads(line)["hook_event_name"] in HOOKED_EVENTS]


def outcome(recording: Path, state_path: Path) -> dict[str, Any]:
    """What came of it: the ids that each child was told, what recording came to, and what was refused why."""
    told = []
    for payload in payloads(recording):
        reply = answer("codex", payload, Deadline())
        if json.loads(payload)["hook_event_name"] == "SubagentStart":
            told.append(ids_told(reply))
        else:
            assert reply == b"", "only a starting child is told anything"
    tally = json.loads((state_path / "tally.json").read_text())
    counts = {kind: {word: found["count"] for word, found in tally[kind].items()} for kind in ("results", "refusals")}
    return {"told": told} | counts


def ids_told(reply: bytes) -> list[str]:
    """The Practices that an answer to Codex tells a child of."""
    if not reply:
        return []
    hint = json.loads(reply)["hookSpecificOutput"]["additionalContext"]
    return [line.split('"')[1] for line in hint.splitlines() if line.startswith("- id ")]
