"""What the ledger's operations take: facts that a host's adapter has verified. [R7]

Only a module of `practice_ledger.hosts` may construct these classes; a test reads the syntax tree to see to it. There
is no flag that says "verified": having one of these is the statement.

`thread` is the host's opaque name of the root's own thread, or None where a host has no such name. References and
commands are only ever kept as digests.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.contract.identity import BoundConversation, ConversationKey
    from practice_ledger.contract.practice_read import PracticeRead


class OpenedRoot:
    """The host announced a root conversation: a new one, or a known one again."""

    __slots__ = ("key", "thread")

    def __init__(self, key: ConversationKey, thread: str | None) -> None:
        self.key = key
        self.thread = thread


class ClearedRoot(OpenedRoot):
    """The host announced that a root conversation starts over from nothing."""


class BegunCall:
    """The root's own agent is about to run a shell command that reads Practices. `command` is its text so far."""

    __slots__ = ("call_ref", "command", "key", "thread")

    def __init__(self, key: ConversationKey, thread: str | None, call_ref: str, command: str) -> None:
        self.key = key
        self.thread = thread
        self.call_ref = call_ref
        self.command = command


class FinishedCall(BegunCall):
    """The same call has ended. `reads` are the Practices that its output proves, in order; none if it proves none."""

    __slots__ = ("reads",)

    def __init__(
        self, key: ConversationKey, thread: str | None, call_ref: str, command: str, reads: tuple[PracticeRead, ...]
    ) -> None:
        super().__init__(key, thread, call_ref, command)
        self.reads = reads


class SealedCall:
    """A call of the root's own agent ended whose output holds receipts for `reads`, of the epoch of `bound`. [R25]"""

    __slots__ = ("bound", "call_ref", "reads")

    def __init__(self, bound: BoundConversation, call_ref: str, reads: tuple[PracticeRead, ...]) -> None:
        self.bound = bound
        self.call_ref = call_ref
        self.reads = reads


class StartedChild:
    """A subagent of this root conversation, at any depth, is about to start."""

    __slots__ = ("key",)

    def __init__(self, key: ConversationKey) -> None:
        self.key = key


class EndedRoot:
    """The host ended a root conversation, which may be resumed later."""

    __slots__ = ("key",)

    def __init__(self, key: ConversationKey) -> None:
        self.key = key
