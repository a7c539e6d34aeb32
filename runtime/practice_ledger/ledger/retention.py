"""Which conversations are dropped: the expired ones, and some when a new one finds no room. [R11, R12]

Whole conversations come and go only under one global lock. A new one finds at most `bounds.ROOTS` of them, and when it
finds so many, `bounds.ROOTS_DROPPED_AT_ONCE` go. Conversations whose own lock another process holds at that moment are
passed over, and the next in order go. Those that this version may not touch are not counted.
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
    """Drops what has expired. If there is no room then, drops some conversations: those without candidates first, but
    for the latest, then whatever was not written for longest."""
    names = []
    for written_at, name in state.conversations_by_age():
        # Nothing renews a conversation without writing it, so only these can have expired.
        old = now - written_at > bounds.ROOT_LIFETIME
        if not (old and _drop(state, name, lambda held: held.expired(now))):
            names.append(name)
    if len(names) >= bounds.ROOTS:
        _drop_some(state, names, now)


def _drop_some(state: State, names: list[str], now: int) -> None:
    """`names` stand in the order in which they were last written."""
    ours = [name for name in names if _is_ours(state, name)]
    surplus = len(ours) - bounds.ROOTS + bounds.ROOTS_DROPPED_AT_ONCE
    gone: set[str] = set()
    for may_go, among in (
        (lambda held: not held.live_candidates(now), ours[: -bounds.YOUNG_ROOTS]),
        (lambda held: True, ours),
    ):
        for name in among:
            if len(gone) >= surplus:
                return
            if name not in gone and _drop(state, name, may_go):
                gone.add(name)


def _is_ours(state: State, name: str) -> bool:
    """Whether a conversation may be dropped at all. One that a later version wrote, or that cannot be read, may not,
    and takes no place from those that may."""
    try:
        return load(state, name, set_aside=False) is not None
    except Refused as refused:
        return refused.reason == "state-damaged"
    except OSError:
        return False


def _drop(state: State, name: str, may_go: Callable[[Conversation], bool]) -> bool:
    """Whether the conversation is gone now: dropped, or set aside as damaged."""
    try:
        with state.locked_conversation(name, patience=0):
            conversation = load(state, name)
            if conversation is not None:
                if not may_go(conversation):
                    return False
                state.remove(name)
            return True
    except (Refused, OSError):
        return False
