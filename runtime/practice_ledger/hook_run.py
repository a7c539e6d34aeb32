"""One run of the hook: what an adapter may use, and what is counted of it. [R12, R16, R21]"""

from __future__ import annotations

from practice_ledger.contract.candidate import REJECTED
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.ledger.ledger import system_clock as _now
from practice_ledger.refusals import Refused
from practice_ledger.storage import diagnostics, tally
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import state_directory
from practice_ledger.storage.state_root import opened_root

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
        self._faults: list[str] = []

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

    def make_secret(self) -> None:
        """Makes what receipts are made with, if there is none. [R24]"""
        if self._state is not None:
            self._state.make_secret()

    def secret(self) -> bytes | None:
        """What receipts are made with, once the ledger was asked for. [R24]"""
        return None if self._state is None else self._state.secret()

    def saw(self, event: str) -> None:
        """Names what the host announced, in this product's own words."""
        self._activity = event
        self._happened.append((tally.EVENTS, event))

    def came_to(self, results: Iterable[str]) -> None:
        """What recording reads came to."""
        for result in results:
            self._happened.append((tally.RESULTS, result))
            if result == REJECTED:
                self.refused("over-budget")

    def refused(self, reason: str, detail: str = "") -> None:
        """Something was not recorded. `detail` is this program's own word for what went wrong."""
        self._happened.append((tally.REFUSALS, reason))
        fault = f"{reason} {detail}".rstrip()
        if fault not in self._faults:
            self._faults.append(fault)

    def close(self) -> None:
        """Notes faults in one line, and counts what happened. Makes no state directory for that."""
        try:
            if self._faults:
                self._note(", ".join(self._faults))
            if self._state is None:
                self._state = State.opened(state_directory(), self.deadline, create=False)
        except (OSError, Refused):
            return
        if self._state is not None:
            tally.count(self._state, self._happened, _now())
            self._state.close()
            self._state = None

    def _note(self, faults: str) -> None:
        """Needs no more than the root of the state, so that a fault of what lies in it can be noted too."""
        root = opened_root(state_directory(), create=False)
        if root is not None:
            diagnostics.note(root, self._activity, faults)
            root.close()
