"""From the handle that a person gives to the conversation that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.hint.quoted_text import quoted
from practice_ledger.ledger.inspection import ACCEPTED_DIGITS

if TYPE_CHECKING:
    from practice_ledger.ledger.inspection import Inspection

_NEXT = "`practice-ledger list` shows the handles. Nothing was changed."


def conversation_named(inspection: Inspection | None, handle: str) -> str:
    """The hash of the one conversation that `handle` names. Raises `CommandError`."""
    handle = handle.strip().removesuffix(".json")
    found = inspection.named(handle) if inspection else []
    if inspection and len(found) > 1:
        handles = ", ".join(inspection.handles[name] for name in found)
        raise CommandError(
            "ambiguous",
            f"{quoted(handle)} names several conversations: {handles}.",
            "Give more digits.",
            ExitStatus.NOT_FOUND,
        )
    if not found:
        hint = "" if handle and not handle.lower().strip("0123456789abcdef") else " (a handle is hex digits)"
        short = f" (at least {ACCEPTED_DIGITS} digits are needed)" if len(handle) < ACCEPTED_DIGITS else hint
        raise CommandError(
            "not-found", f"No conversation has the handle {quoted(handle)}{short}.", _NEXT, ExitStatus.NOT_FOUND
        )
    return found[0]
