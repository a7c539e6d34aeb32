"""Applies the bounds to everything that is kept, at once, because a person asked. [R11]"""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.ledger import retention
from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.refusals import Refused
from practice_ledger.storage import contents
from practice_ledger.storage.locks import ROOTS_LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.storage.state import State

_NEWER = "state-newer"


class Tidied:
    """What went, as hashes of conversations: those that had expired, those over the bound, those whose documents were
    damaged and set aside, and those of which only some reads went. `passed_over` gives the reason (of `refusals`) for
    each that could not be looked after. `temporary` and `copies` count other files that went: of writers that died, and
    of damaged documents."""

    __slots__ = ("copies", "expired", "over_bound", "passed_over", "set_aside", "temporary", "trimmed")

    def __init__(self) -> None:
        self.expired: list[str] = []
        self.over_bound: list[str] = []
        self.set_aside: list[str] = []
        self.trimmed: list[str] = []
        self.passed_over: dict[str, str] = {}
        self.temporary = 0
        self.copies = 0


def tidy(state: State, now: int) -> Tidied:
    """Raises `Refused` and `OSError` if the state as a whole cannot be changed."""
    done = Tidied()
    before = _names(state)
    with state.locked(ROOTS_LOCK):
        kept = [name for _, name in state.conversations_by_age() if not _gone(state, name, now, done)]
        if len(kept) > bounds.ROOTS:
            retention.drop_down_to(state, kept, bounds.ROOTS, now)
            left = {name for _, name in state.conversations_by_age()}
            done.over_bound = [name for name in kept if name not in left]
        state.trim_set_aside()
    after = _names(state)
    done.temporary = len(before[contents.TEMPORARY] - after[contents.TEMPORARY])
    done.copies = len(before[contents.SET_ASIDE] - after[contents.SET_ASIDE])
    return done


def _gone(state: State, name: str, now: int, done: Tidied) -> bool:
    """Whether this conversation is gone now: expired, or set aside as damaged."""
    try:
        with state.locked_conversation(name, patience=0):
            conversation = load(state, name)
            if conversation is None:
                done.set_aside.append(name)
                return True
            if conversation.expired(now):
                state.remove(name)
                done.expired.append(name)
                return True
            if conversation.tidy(now):
                store(state, name, conversation)
                done.trimmed.append(name)
    except Refused as refused:
        if refused.reason != _NEWER:  # whose bounds are for a later version to apply
            done.passed_over[name] = refused.reason
    except OSError:
        done.passed_over[name] = "state-unwritable"
    return False


def _names(state: State) -> dict[str, set[str]]:
    """The names of the files of either kind."""
    files = contents.stored_files(state.root)
    return {
        kind: {file.name for file in files if file.kind == kind} for kind in (contents.TEMPORARY, contents.SET_ASIDE)
    }
