"""Which conversations are dropped: the expired ones, and one for each new one when there are too many. [R11, R12]

Whole conversations come and go only under one global lock, so there are never more than `bounds.ROOTS` of them but for
those whose own lock another process holds at that moment: such a one is passed over, and the next in order goes.
"""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.ledger.conversation_files import load
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import ROOTS_LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from practice_ledger.ledger.conversation import Conversation
    from practice_ledger.storage.state import State

_PATIENCE = 0.05  # seconds for the lock of a conversation that is to go


class RoomForOneMore:
    """Holds the global lock for the length of a `with` block, in which one conversation may be added."""

    def __init__(self, state: State, now: int) -> None:
        self._state = state
        self._now = now
        self._lock = state.locked(ROOTS_LOCK)

    def __enter__(self) -> None:
        self._lock.__enter__()
        try:
            _make_room(self._state, self._now)
        except BaseException:
            self._lock.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        self._lock.__exit__()


def drop_expired(state: State, now: int) -> int:
    """Drops every expired conversation; returns how many."""
    with state.locked(ROOTS_LOCK):
        return sum(_drop(state, name, lambda held: held.expired(now)) for _, name in state.conversations_by_age())


def _make_room(state: State, now: int) -> None:
    """Drops what has expired, then, while there is no room, conversations without candidates and at last those with,
    the ones longest not written first."""
    names = []
    for written_at, name in state.conversations_by_age():
        # Nothing renews a conversation without writing it, so only these can have expired.
        old = now - written_at > bounds.ROOT_LIFETIME
        if not (old and _drop(state, name, lambda held: held.expired(now))):
            names.append(name)
    for may_go in (lambda held: not held.live_candidates(now), lambda held: True):
        for name in list(names):
            if len(names) < bounds.ROOTS:
                return
            if _drop(state, name, may_go):
                names.remove(name)


def _drop(state: State, name: str, may_go: Callable[[Conversation], bool]) -> bool:
    """Whether the conversation is gone: dropped, or set aside as damaged."""
    try:
        with state.locked_conversation(name, _PATIENCE):
            conversation = load(state, name)
            if conversation is not None:
                if not may_go(conversation):
                    return False
                state.remove(name)
            return True
    except Refused:
        return False
