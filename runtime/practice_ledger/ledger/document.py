"""Between a conversation in memory and the bytes of its document. [R4, R6, R13]"""

from __future__ import annotations

import os

from practice_ledger import strict_json
from practice_ledger.contract.candidate import Candidate
from practice_ledger.ledger.conversation import Conversation, PendingCall
from practice_ledger.refusals import Refused
from practice_ledger.storage.stored_version import is_newer
from practice_ledger.validation import validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

VERSION = 1
_PLAIN = ("salt", "generation", "thread", "bound_at", "host", "ended", "sequence")


class Damaged(ValueError):
    """The bytes are not a document of this conversation. Carries none of them."""


def new_conversation(now: int) -> Conversation:
    """An unbound conversation under a salt of its own."""
    return Conversation(
        salt=os.urandom(16).hex(),
        generation=0,
        thread=None,
        bound_at=now,
        host=None,
        ended=False,
        sequence=0,
        candidates=[],
        pending=[],
        sealed=[],
    )


def encode(name: str, conversation: Conversation) -> bytes:
    """ASCII JSON. `name` is the conversation's hash; it ties the document to its file's name."""
    fields: dict[str, object] = {"version": VERSION, "conversation": name}
    fields.update(_taken(conversation, _PLAIN))
    fields["sealed"] = conversation.sealed
    fields["candidates"] = [candidate.fields() for candidate in conversation.candidates]
    fields["pending"] = [_taken(call, PendingCall.__slots__) for call in conversation.pending]
    return strict_json.dump(fields).encode("ascii")


def decode(name: str, data: bytes) -> Conversation:
    """Raises `Damaged`, or `Refused("state-newer")` for a document that a later version wrote."""
    if is_newer(data, VERSION):
        raise Refused("state-newer")
    try:
        raw = strict_json.parse(data.decode("utf-8"))
        stored = validator("practice_ledger.ledger.document_models:StoredConversation")(raw)
    except ValueError:
        raise Damaged(name) from None
    if stored.conversation != name:
        raise Damaged(name)
    candidates = [Candidate(**_taken(held, Candidate.__slots__)) for held in stored.candidates]
    return Conversation(
        **_taken(stored, _PLAIN),
        sealed=list(stored.sealed),
        candidates=sorted(candidates, key=lambda candidate: candidate.sequence),
        pending=[PendingCall(**_taken(call, PendingCall.__slots__)) for call in stored.pending],
    )


def _taken(source: object, fields: Iterable[str]) -> dict[str, Any]:
    return {field: getattr(source, field) for field in fields}
