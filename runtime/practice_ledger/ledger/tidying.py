"""Applies the bounds to everything that is kept, at once, because a person asked. [R11]"""

from __future__ import annotations

import time

from practice_ledger import bounds
from practice_ledger.ledger import retention
from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.ledger.one_by_one import UNWRITABLE, one_by_one
from practice_ledger.refusals import Refused
from practice_ledger.storage import contents, diagnostics
from practice_ledger.storage.locks import ROOTS_LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.storage.state import State

_DAMAGED = "state-damaged"
_NEWER = "state-newer"


class Tidied:
    """What went, as hashes of conversations: those that had expired, those over the bound, those whose documents were
    damaged and set aside, and those of which only some reads or open calls went. `passed_over` gives the reason (of
    `refusals`) for each that could not be looked after. `temporary` and `copies` count other files that went: of
    writers that died, and of damaged documents; `diagnostics` counts files of faults that lost their oldest lines."""

    __slots__ = ("copies", "diagnostics", "expired", "over_bound", "passed_over", "set_aside", "temporary", "trimmed")

    def __init__(self) -> None:
        self.expired: list[str] = []
        self.over_bound: list[str] = []
        self.set_aside: list[str] = []
        self.trimmed: list[str] = []
        self.passed_over: dict[str, str] = {}
        self.temporary = 0
        self.copies = 0
        self.diagnostics = 0


def tidy(state: State, now: int) -> Tidied:
    """Raises `Refused` and `OSError` if the state as a whole cannot be changed."""
    done = Tidied()
    before = _names(state)
    names = [name for _, name in state.conversations_by_age()]
    one_by_one(state, names, lambda name: _under_lock(state, name, now, done), done.passed_over)
    with state.locked(ROOTS_LOCK):
        kept = [name for _, name in state.conversations_by_age()]
        if len(kept) > bounds.ROOTS:
            retention.drop_down_to(state, kept, bounds.ROOTS, now)
            left = {name for _, name in state.conversations_by_age()}
            done.over_bound = [name for name in kept if name not in left]
        state.trim_set_aside()
    try:
        done.diagnostics = diagnostics.keep_to_bound(state.root)
    except OSError:
        done.passed_over[diagnostics.FILE] = UNWRITABLE
    after = _names(state)
    done.temporary = len(before[contents.TEMPORARY] - after[contents.TEMPORARY])
    done.copies = len(before[contents.SET_ASIDE] - after[contents.SET_ASIDE])
    return done


def _under_lock(state: State, name: str, now: int, done: Tidied) -> None:
    try:
        conversation = load(state, name, set_aside=False)
    except Refused as refused:
        if refused.reason == _DAMAGED:
            state.set_aside(name)
            done.set_aside.append(name)
        elif refused.reason != _NEWER:  # whose bounds are for a later version to apply
            raise
        return
    if conversation is None:
        return  # another process dropped it meanwhile
    if conversation.expired(now):
        state.remove(name)
        done.expired.append(name)
    elif conversation.tidy(now):
        store(state, name, conversation)
        done.trimmed.append(name)


def _names(state: State) -> dict[str, set[str]]:
    """The names of what was set aside, and of the temporary files that no living process can be writing."""
    files = contents.stored_files(state.root)
    old = time.time() - bounds.STALE_TEMPORARY_SECONDS
    return {
        contents.SET_ASIDE: {file.name for file in files if file.kind == contents.SET_ASIDE},
        contents.TEMPORARY: {file.name for file in files if file.kind == contents.TEMPORARY and file.written_at < old},
    }
