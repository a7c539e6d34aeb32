"""Does something to many conversations because a person asked, each under its locks. [R12]"""

from __future__ import annotations

from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import ROOTS_LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from practice_ledger.storage.state import State

_LOCKED = "state-locked"
UNWRITABLE = "state-unwritable"


def one_by_one(state: State, names: Iterable[str], work: Callable[[str], None], left: dict[str, str]) -> None:
    """Calls `work` with each name under the global lock and that conversation's own.

    `left` gets the reason (of `refusals`) for each that could not be done. Those whose lock somebody holds come last,
    so that the others do not wait for them.
    """
    for name in [name for name in names if not _done(state, name, work, left, patience=0)]:
        _done(state, name, work, left, patience=None)


def _done(
    state: State, name: str, work: Callable[[str], None], left: dict[str, str], *, patience: float | None
) -> bool:
    """Whether that was all that can be done about this conversation; not so if a lock was held."""
    left.pop(name, None)
    try:
        # The global lock for a moment only: hooks that wait for it must not wait for all of this.
        with state.locked(ROOTS_LOCK, patience), state.locked_conversation(name, patience):
            work(name)
    except Refused as refused:
        left[name] = refused.reason
        return refused.reason != _LOCKED
    except OSError:
        left[name] = UNWRITABLE
    return True
