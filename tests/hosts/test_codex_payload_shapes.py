"""A payload of a shape that cannot prove a read records nothing, whatever version of Codex sent it. [R14, R17]

Each recorded payload of every version is sent with each of its fields missing, renamed, empty or of another kind, at
the place where it stood in its conversation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.prepared_state import PreparedState
from hosts.evidence import ids_told, payloads, recordings
from practice_ledger.deadline import Deadline
from practice_ledger.hook import answer

Payload = dict[str, Any]

PROVING = (
    "session_id",
    "transcript_path",
    "hook_event_name",
    "tool_name",
    "tool_input",
    "tool_response",
    "tool_use_id",
)
"""Without any of these the end of a call proves nothing."""
NAMING = ("session_id", "hook_event_name", "agent_id")
"""Without any of these the start of a child names no child of a root."""

SPEAKING = ("PostToolUse", "SubagentStart")
"""Only these events may come to a record or a hint; the others are tried in these scenarios:"""
WHOLE = ("code-mode.direct", "unified-exec.direct")


def changed(value: Payload) -> Iterator[tuple[str, Payload]]:
    """The object with one field otherwise, by the field's name."""
    for name, held in value.items():
        without = {other: kept for other, kept in value.items() if other != name}
        yield name, without
        yield name, {**without, f"{name}_v2": held}
        yield name, {**without, name: None}
        yield name, {**without, name: [held]}
        if isinstance(held, dict):
            for _, inner in changed(held):
                yield name, {**without, name: inner}


def by_scenario() -> dict[str, list[tuple[bytes, ...]]]:
    """The conversations of each scenario, those of several versions that say the same once."""
    found: dict[str, dict[tuple[str, ...], tuple[bytes, ...]]] = {}
    for path in recordings():
        sent = tuple(payloads(path))
        found.setdefault(path.stem, {})[tuple(sorted(filter(None, map(matters, sent))))] = sent
    return {name: list(conversations.values()) for name, conversations in found.items()}


def matters(payload: bytes) -> str:
    """A payload without what nothing rests on; "" for the end of a session."""
    event = json.loads(payload)
    if event["hook_event_name"] == "SessionEnd":
        return ""
    no_answer = {} if "protocolVersion" in event.get("tool_response", "") else {"tool_response": ""}
    return json.dumps({**event, **no_answer, "model": "", "cwd": ""}, sort_keys=True)


CONVERSATIONS = by_scenario()


class Played:
    """Conversations in one state, whose every step can be tried in other ways first."""

    def __init__(self, state: Path) -> None:
        self._state = PreparedState(state)
        self._tally = state / "tally.json"

    def came_to(self, payload: bytes) -> tuple[int, list[str]]:
        """How many reads it recorded, and which Practices a child was told of."""
        before = self._recorded()
        reply = answer("codex", payload, Deadline())
        return self._recorded() - before, ids_told(reply)

    def tried(self, payload: bytes) -> tuple[int, list[str]]:
        """The same, and nothing of it stays."""
        self._state.keep()
        try:
            return self.came_to(payload)
        finally:
            self._state.restore()

    def _recorded(self) -> int:
        if not self._tally.exists():
            return 0
        return sum(result["count"] for result in json.loads(self._tally.read_text())["results"].values())


@pytest.fixture
def played(state_path: Path) -> Played:
    start = {"session_id": "other", "hook_event_name": "SessionStart", "transcript_path": "/other", "source": "startup"}
    answer("codex", json.dumps(start).encode(), Deadline())
    return Played(state_path)


@pytest.mark.parametrize("name", sorted(CONVERSATIONS))
def test_a_changed_payload_yields_no_record_and_no_hint_that_the_original_would_not(played: Played, name: str) -> None:
    for conversation in CONVERSATIONS[name]:
        for payload in conversation:
            event = json.loads(payload)
            others = changed(event) if event["hook_event_name"] in SPEAKING or name in WHOLE else ()
            tried = [(field, played.tried(json.dumps(other).encode())) for field, other in others]
            recorded, told = played.came_to(payload)
            for field, (also_recorded, also_told) in tried:
                assert also_recorded <= recorded, f"{field} otherwise, and a read is recorded: {payload!r}"
                assert set(also_told) <= set(told), f"{field} otherwise, and more is told: {payload!r}"
                assert not (field in PROVING and also_recorded), f"it needs no {field}: {payload!r}"
                assert not (field in NAMING and also_told), f"it needs no {field}: {payload!r}"


@pytest.mark.parametrize("name", sorted(name for name in CONVERSATIONS if name.endswith((".child", ".nested"))))
def test_a_childs_call_without_any_mark_is_not_the_roots(played: Played, name: str) -> None:
    """Its transcript is another than the one that was announced for the root."""
    tried = 0
    for conversation in CONVERSATIONS[name]:
        for payload in conversation:
            event = json.loads(payload)
            if "agent_id" in event and "tool_name" in event:
                unmarked = {name: value for name, value in event.items() if not name.startswith("agent_")}
                assert played.came_to(json.dumps(unmarked).encode()) == (0, [])
                tried += 1
            else:
                played.came_to(payload)
    assert tried
