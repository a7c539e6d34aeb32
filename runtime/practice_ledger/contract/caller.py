"""Who runs a command, as the host's environment says. [R24]"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.contract.identity import ConversationKey


class Caller:
    """One tool call of one thread of a conversation, by the host's own opaque names.

    Nothing proves it yet: a receipt is made in a caller's name, and it is the hook that compares the name with what the
    host itself says of the call.
    """

    __slots__ = ("call_ref", "key", "thread")

    def __init__(self, key: ConversationKey, thread: str, call_ref: str) -> None:
        self.key = key
        self.thread = thread
        self.call_ref = call_ref
