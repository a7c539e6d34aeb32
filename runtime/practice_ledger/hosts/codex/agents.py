"""How Codex marks what a subagent does. [R14.2, R25]"""

from __future__ import annotations

from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def require_root(raw: dict[str, Any]) -> None:
    """Raises `Refused` for an event that has any trace of a subagent, whatever its value."""
    if "agent_id" in raw or "agent_type" in raw:
        raise Refused("subagent")
