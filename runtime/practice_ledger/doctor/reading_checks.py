"""Can Practices be read from here, and would a sealed read be remembered?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.deadline import Deadline
from practice_ledger.doctor.check import fine, found
from practice_ledger.hosts.registry import caller_of
from practice_ledger.ledger.ledger import Ledger, system_clock
from practice_ledger.lorelum.invocation import COMMAND
from practice_ledger.reading.lore_program import NoLore, lore_program
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.search_path import can_run, on_path
from practice_ledger.storage.state import State

if TYPE_CHECKING:
    from practice_ledger.contract.caller import Caller
    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings

_NOT_RUN = "not run: this command never runs it"


def lore(surroundings: Surroundings) -> Check:
    """Which `lore` a read would run, here and in the hosts that run now. Its version would take running it."""
    try:
        program = lore_program()
    except NoLore as error:
        return found("lore-missing", f"PATH is {surroundings.environment.get('PATH', 'not set')}", problem=str(error))
    elsewhere = {
        f"{host.name} (process {process.pid}) finds {other or 'none'}"
        for host in surroundings.hosts
        for process in host.running
        if (other := next(filter(can_run, on_path(COMMAND, process.environment.get("PATH"))), None)) != program
    }
    return fine("lore", f"{program} ({_NOT_RUN})", *sorted(elsewhere))


def sealed_reads(surroundings: Surroundings) -> Check:
    """Would `practice-ledger read` make a receipt in this shell?"""
    host = next((each for each in surroundings.hosts if any(each.ids.values())), None)
    if host is None:
        return fine(
            "sealed-reads", "this is no agent's shell: `practice-ledger read` prints, and there is nothing to remember"
        )
    missing = [name for name, is_set in host.ids.items() if not is_set]
    if missing:
        return found("sealed-id-missing", f"not set: {', '.join(missing)}", host=host)
    caller = caller_of(surroundings.environment)
    if caller is None:
        return found("sealed-id-missing", "the ids do not name a caller", host=host)
    try:
        return _for_caller(caller, surroundings)
    except (Refused, OSError) as error:
        reason = REASONS[error.reason] if isinstance(error, Refused) else f"{error.filename}: {error.strerror}"
        return found("sealed-no-state", reason)


def _for_caller(caller: Caller, surroundings: Surroundings) -> Check:
    place = surroundings.state_place()
    state = State.opened(place, Deadline(), create=False)
    if state is None:
        return found("sealed-not-announced", f"there is no {place}")
    try:
        secret = state.secret()
        bound = Ledger(state, system_clock).current(caller.key)
    finally:
        state.close()
    if secret is None:
        return found("sealed-no-secret", f"there is none in {place}")
    if bound is None:
        return found("sealed-not-announced", f"it is not in {place}")
    return fine("sealed-reads", "the caller, the conversation and the secret are there")
