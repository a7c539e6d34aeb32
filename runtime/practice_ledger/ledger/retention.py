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


def _make_room(state: State, now: int) -> None:
    """Drops what has expired, if that was not done lately or there is no room. If there is no room then, drops some
    conversations: those without candidates first, but for the latest, then whatever was not written for longest."""
    if state.at_most(bounds.ROOTS - 1) and not state.tidying_is_due(now):
        return
    names = []
    for written_at, name in state.conversations_by_age():
        # Nothing renews a conversation without writing it, so only these can have expired.
        old = now - written_at > bounds.ROOT_LIFETIME
        if not (old and _drop(state, name, lambda held: held.expired(now))):
            names.append(name)
    state.note_tidying(now)
    if len(names) >= bounds.ROOTS:
        drop_down_to(state, names, bounds.ROOTS - bounds.ROOTS_DROPPED_AT_ONCE, now)


def drop_down_to(state: State, names: list[str], number: int, now: int) -> None:
    """Drops conversations until this number is left. `names` stand in the order in which they were last written."""
    holding = {name: holds for name in names if (holds := _holds_candidates(state, name, now)) is not None}
    ours = list(holding)
    surplus = len(ours) - number
    gone: set[str] = set()
    for may_go, among in (
        (
            lambda held: not held.live_candidates(now),
            [name for name in ours[: -bounds.YOUNG_ROOTS] if not holding[name]],
        ),
        (lambda held: True, ours),
    ):
        for name in among:
            if len(gone) >= surplus:
                return
            if name not in gone and _drop(state, name, may_go):
                gone.add(name)


def _holds_candidates(state: State, name: str, now: int) -> bool | None:
    """Whether a conversation holds candidates that count; a damaged one does not. None for one that may not be dropped
    at all, because a later version wrote it or it cannot be read: it takes no place from those that may."""
    try:
        conversation = load(state, name, set_aside=False)
    except Refused as refused:
        return False if refused.reason == "state-damaged" else None
    except OSError:
        return None
    return None if conversation is None else bool(conversation.live_candidates(now))


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
