"""What is wrong with payloads, in few words."""

from __future__ import annotations

from collections.abc import Iterable

from evidence.neutral import Payload


def said(payload: Payload) -> str:
    """A payload in few words."""
    fields = ("hook_event_name", "session_id", "agent_id", "turn_id", "transcript_path", "source")
    return ", ".join(f"{name} {str(payload[name])[-17:]}" for name in fields if name in payload)


def first(wrong: Iterable[Payload], what: str) -> str:
    """What is wrong with the first of these payloads; "" if there are none."""
    return next((f"{what}: {said(payload)}" for payload in wrong), "")


def count(found: int, wanted: int, what: str) -> str:
    return "" if found == wanted else f"{found} {what} and not {wanted}"
