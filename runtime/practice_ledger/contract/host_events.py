"""What a hook can say that it saw, in this product's own words, and each in plain words for a person."""

from __future__ import annotations

HOST_EVENTS = {
    "root-opened": "start of a conversation",
    "call-begun": "start of a read",
    "call-finished": "end of a read",
    "sealed-call-finished": "end of a call with `practice-ledger read` in it",
    "child-started": "start of a subagent",
    "root-ended": "end of a conversation",
}
"""A host's adapter may count others; those are shown as they are."""
