"""One rule by which ids, paths and times of a recording become neutral, so that it reads the same each time.

A recording is the text of payloads in the order in which the hooks received them. Agents that run at once may be
heard in any order; so recordings are compared, and ids are numbered, agent by agent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Payload = dict[str, Any]

_CALL = re.compile(r"(call_|exec-)(?:[0-9a-f]{10}\b|[0-9a-f-]{36}|\d{4}\b)")
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_ROLLOUT = re.compile(r"/sessions/\d{4}/\d\d/\d\d/rollout-[0-9T-]+?-(?=01900000-)")
_NICKNAME = re.compile(r'(\\?"nickname\\?":\s?\\?")[^"\\]+')


def neutral(lines: Sequence[str], places: Mapping[Path, str]) -> list[str]:
    """The payloads, in their order, with neutral paths, ids, times and nicknames.

    What is neutral already stays so.
    """
    text = "\n".join(lines)
    for place in sorted(places, key=lambda place: len(str(place)), reverse=True):
        text = text.replace(json.dumps(str(place))[1:-1], places[place])
    for pattern, name in ((_CALL, _call_name), (_ID, _id_name)):
        numbers: dict[str, str] = {}
        for found in pattern.finditer("\n".join(agent_by_agent(text.split("\n")))):
            numbers.setdefault(found[0], name(found, len(numbers) + 1))
        text = pattern.sub(lambda found, names=numbers: names[found[0]], text)  # type: ignore[misc]
    text = _ROLLOUT.sub("/sessions/2026/01/01/rollout-2026-01-01T00-00-00-", text)
    return _NICKNAME.sub(r"\g<1>Nickname", text).split("\n")


def _call_name(found: re.Match[str], number: int) -> str:
    return f"{found[1]}{number:04d}"


def _id_name(found: re.Match[str], number: int) -> str:
    return f"01900000-0000-7000-8000-{number:012d}"


def agent_by_agent(lines: Sequence[str]) -> list[str]:
    """The same payloads in an order that does not depend on which of several agents, or calls at once, was quicker."""
    agents: dict[tuple[object, object], list[tuple[Payload, str]]] = {}
    for line in lines:
        payload = json.loads(line)
        agents.setdefault((payload.get("session_id"), payload.get("agent_id")), []).append((payload, line))
    return [line for heard in agents.values() for line in _at_once_by_command(heard)]


def _at_once_by_command(heard: Sequence[tuple[Payload, str]]) -> list[str]:
    """Beginnings, or ends, of calls that follow each other, in the order of what the calls do."""
    ordered: list[tuple[object, str, str]] = []
    for number, (payload, line) in enumerate(heard):
        event = payload.get("hook_event_name")
        group = (
            ordered[-1][0] if ordered and number and heard[number - 1][0].get("hook_event_name") == event else number
        )
        key = json.dumps(payload.get("tool_input")) if event in ("PreToolUse", "PostToolUse") else f"{number:06d}"
        ordered.append((group, key, line))
    return [line for _, _, line in sorted(ordered, key=lambda each: (each[0], each[1]))]
