"""One run of the hook: what an adapter may use, and what is counted of it. [R12, R16, R21]"""

from __future__ import annotations

import time

from practice_ledger.contract.candidate import REJECTED
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.refusals import Refused
from practice_ledger.storage import diagnostics, tally
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from practice_ledger.deadline import Deadline


class HookRun:
    """Opens the state when an adapter first asks for the ledger, so that an event that needs none costs nothing."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline = deadline
        self._state: State | None = None
        self._activity = "unknown-event"
        self._happened: list[tuple[str, str]] = []

    def ledger(self) -> Ledger:
        """The ledger, its state directory made if need be. Raises `Refused` and `OSError`."""
        if self._state is None:
            self._state = State.opened(state_directory(), self.deadline, create=True)
        assert self._state is not None  # noqa: S101 - `create` leaves no other way
        return Ledger(self._state, _now)

    def ledger_if_any(self) -> Ledger | None:
        """The ledger if there is a state directory. Raises `Refused` and `OSError`."""
        if self._state is None:
            self._state = State.opened(state_directory(), self.deadline, create=False)
        return None if self._state is None else Ledger(self._state, _now)

    def saw(self, event: str) -> None:
        """Names what the host announced, in this product's own words."""
        self._activity = event
        self._happened.append((tally.EVENTS, event))

    def came_to(self, results: Iterable[str]) -> None:
        """What recording reads came to."""
        for result in results:
            self._happened.append((tally.RESULTS, result))
            if result == REJECTED:
                self.refused(Refused("over-budget"))

    def refused(self, refused: Refused) -> None:
        self._happened.append((tally.REFUSALS, refused.reason))

    def close(self, fault: str | None = None) -> None:
        """Notes a fault, and counts what happened. Makes no state directory for that."""
        try:
            if fault:
                self._note(fault)
            if self._state is None:
                self._state = State.opened(state_directory(), self.deadline, create=False)
        except (OSError, Refused):
            return
        if self._state is not None:
            tally.count(self._state, self._happened, _now())

    def _note(self, fault: str) -> None:
        """Needs no more than the root of the state, so that a fault of what lies in it can be noted too."""
        root = self._state.root if self._state else PrivateFolder.at(state_directory(), create=False)
        diagnostics.note(root, self._activity, fault)


def _now() -> int:
    return int(time.time())
