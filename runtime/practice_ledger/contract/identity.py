"""Who a conversation is. [R4, R5]"""

from __future__ import annotations

from practice_ledger.digests import digest


class ConversationKey:
    """A host's name and that host's own opaque name of a root conversation."""

    __slots__ = ("host_key", "root_conversation_ref")

    def __init__(self, host_key: str, root_conversation_ref: str) -> None:
        self.host_key = host_key
        self.root_conversation_ref = root_conversation_ref

    def hashed(self) -> str:
        """64 hex digits: the only form in which a conversation is named on disk or to a person. [R4]"""
        return digest("conversation", self.host_key, self.root_conversation_ref)


class BoundConversation:
    """A conversation in one epoch: an opaque token, new whenever the conversation is bound anew or reset. [R5]

    The token is made from the host's reference and two values of the conversation's file, so it stands in no file.
    """

    __slots__ = ("epoch", "key")

    def __init__(self, key: ConversationKey, salt: str, generation: int) -> None:
        self.key = key
        self.epoch = digest("epoch", salt, str(generation), key.host_key, key.root_conversation_ref)
