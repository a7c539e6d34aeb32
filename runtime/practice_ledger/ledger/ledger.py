"""The ledger's operations, the only ways to change or read what is remembered. [R7 to R12]

Each takes a verified value that only a host's adapter can make. Each change of one conversation is one atomic replace
under that conversation's lock; whole conversations are dropped under one global lock. Nothing outside the ledger is
called under a lock.

Operations raise `Refused` with the reason why nothing was changed.
"""

from __future__ import annotations

import time

from practice_ledger.contract.identity import BoundConversation
from practice_ledger.ledger import retention
from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.ledger.document import new_conversation
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from practice_ledger.contract.candidate import Candidate
    from practice_ledger.contract.identity import ConversationKey
    from practice_ledger.contract.verified import (
        BegunCall,
        ClearedRoot,
        EndedRoot,
        FinishedCall,
        OpenedRoot,
        SealedCall,
        StartedChild,
    )
    from practice_ledger.ledger.conversation import Conversation
    from practice_ledger.ledger.tidying import Tidied
    from practice_ledger.storage.state import State


def system_clock() -> int:
    """Unix seconds."""
    return int(time.time())


class Ledger:
    """The ledger over one open state directory. `clock` gives Unix seconds."""

    def __init__(self, state: State, clock: Callable[[], int]) -> None:
        self._state = state
        self._clock = clock

    def open_root(self, root: OpenedRoot) -> BoundConversation:
        """Binds a root conversation: an unknown one starts empty, a known one keeps what it holds unless that expired
        or the host shows that its history was rewound. [R10]"""
        return self._bind(root, start_over=False)

    def clear(self, root: ClearedRoot) -> BoundConversation:
        """Rotates the epoch of a known root and empties it; binds an unknown one. [R10]"""
        return self._bind(root, start_over=True)

    def begin_call(self, call: BegunCall) -> BoundConversation:
        """Ties a call to the epoch in which it begins. [R14.3]"""
        name = call.key.hashed()
        with self._state.locked_conversation(name):
            conversation = self._announced(name)
            conversation.begin_call(call.thread, call.call_ref, call.command)
            store(self._state, name, conversation)
        return _bound(call.key, conversation)

    def record(self, call: FinishedCall) -> tuple[str, ...]:
        """Ends a call, and remembers what it proves to have read: one of `candidate.RESULTS` for each read. [R8]

        What is returned is on the disk already.
        """
        name = call.key.hashed()
        now = self._clock()
        with self._state.locked_conversation(name):
            conversation = self._announced(name)
            refusal = conversation.finish_call(call.thread, call.call_ref, call.command)
            results = () if refusal else tuple(conversation.record(read, now) for read in call.reads)
            if refusal != "not-begun":
                store(self._state, name, conversation)
        if refusal:
            raise Refused(refusal)
        return results

    def current(self, key: ConversationKey) -> BoundConversation | None:
        """The conversation in its present epoch, if it was announced and has not expired. Takes no lock. [R24]"""
        conversation = load(self._state, key.hashed(), set_aside=False)
        if conversation is None or conversation.expired(self._clock()):
            return None
        return _bound(key, conversation)

    def record_sealed(self, call: SealedCall) -> tuple[str, ...]:
        """Remembers what the receipts of one call prove, once for each call, as `record` does. [R25]"""
        name = call.bound.key.hashed()
        now = self._clock()
        with self._state.locked_conversation(name):
            conversation = self._announced(name)
            if _bound(call.bound.key, conversation).epoch != call.bound.epoch:
                raise Refused("stale")
            conversation.seal_call(call.call_ref)
            results = tuple(conversation.record(read, now) for read in call.reads)
            store(self._state, name, conversation)
        return results

    def list_for_child(self, child: StartedChild) -> list[Candidate]:
        """What a subagent of this root may be told, most recently read first. Takes no lock and changes nothing: a
        reader sees the whole old document or the whole new one. [R9, R12]"""
        conversation = load(self._state, child.key.hashed(), set_aside=False)
        if conversation is None:
            return []
        return conversation.live_candidates(self._clock())[::-1]

    def end_root(self, root: EndedRoot) -> None:
        """Drops pending calls and expired reads, and notes the end; the conversation may be resumed. [R10]"""
        name = root.key.hashed()
        with self._state.locked_conversation(name):
            conversation = load(self._state, name)
            if conversation is not None and conversation.end(self._clock()):
                store(self._state, name, conversation)

    def expire(self) -> Tidied:
        """Applies the bounds to everything now; returns what went. [R11]"""
        from practice_ledger.ledger.tidying import tidy

        return tidy(self._state, self._clock())

    def _bind(self, root: OpenedRoot, *, start_over: bool) -> BoundConversation:
        name = root.key.hashed()
        now = self._clock()
        known = self._bind_known(name, root, now, start_over=start_over)
        if known is None:
            with retention.RoomForOneMore(self._state, now):
                known = self._bind_known(name, root, now, start_over=start_over)
                if known is None:
                    known = new_conversation(now)
                    known.bind(root.key.host_key, root.thread, now)
                    with self._state.locked_conversation(name):
                        store(self._state, name, known)
        return _bound(root.key, known)

    def _bind_known(self, name: str, root: OpenedRoot, now: int, *, start_over: bool) -> Conversation | None:
        with self._state.locked_conversation(name):
            conversation = load(self._state, name)
            if conversation is None:
                return None
            if start_over:
                conversation.reset()
            conversation.bind(root.key.host_key, root.thread, now)
            store(self._state, name, conversation)
            return conversation

    def _announced(self, name: str) -> Conversation:
        """The conversation if its start was seen and has not expired. [R14.1]"""
        conversation = load(self._state, name)
        if conversation is None or conversation.expired(self._clock()):
            raise Refused("not-announced")
        return conversation


def _bound(key: ConversationKey, conversation: Conversation) -> BoundConversation:
    return BoundConversation(key, conversation.salt, conversation.generation)
