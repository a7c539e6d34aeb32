"""The state as a person's command opens it: with more patience than a hook, and in words when it cannot."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from practice_ledger.commands.command_error import CommandError, of_the_state
from practice_ledger.deadline import Deadline
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.settings.settings import put_in_force
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import HOME_VARIABLE, state_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 60.0
_LOCK_SECONDS = 10.0


def state_place() -> str:
    """The path of the state directory. Raises `CommandError` where there can be none."""
    try:
        return state_directory()
    except Refused as refused:
        raise CommandError(
            refused.reason, REASONS[refused.reason], f"Set {HOME_VARIABLE} to an absolute path, or unset it."
        ) from None


def patience() -> Deadline:
    """How long a person's command waits for hooks, beginning now."""
    return Deadline(_SECONDS, _LOCK_SECONDS)


@contextmanager
def opened_state() -> Iterator[State | None]:
    """The state, or None if nothing was ever kept, under the bounds of the settings; never makes the directory.

    Raises `CommandError` for a state that cannot be used, also for what goes wrong with it inside the block.
    """
    place = state_place()
    put_in_force()
    try:
        state = State.opened(place, patience(), create=False)
        try:
            yield state
        finally:
            if state is not None:
                state.close()
    except (Refused, OSError) as error:
        raise of_the_state(error, place) from None
