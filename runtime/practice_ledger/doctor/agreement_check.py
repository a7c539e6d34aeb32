"""Do hooks and this shell look for the state in the same place?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from practice_ledger.doctor.check import Evidence, fine, found
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.storage import tally
from practice_ledger.storage.state_directory import HOME_VARIABLE, state_directory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings

_SHOWN = 4


def agreement(surroundings: Surroundings) -> Check:
    """Compares with the hosts that run now, and with the other places where state lies by default."""
    here = _place(surroundings.environment)
    running = [(host.name, process) for host in surroundings.hosts for process in host.running]
    others = [
        (f"{name} (process {process.pid})", place)
        for name, process in running
        if (place := _place(process.environment)) != here
    ]
    if others:
        seen = [f"{who}: {place}" for who, place in others[:_SHOWN]]
        return found("state-elsewhere", f"this shell: {here}", *seen, variable=HOME_VARIABLE)
    last_here = _last_written(here)
    looked_at = sorted(set(_other_places(surroundings.environment)) - {here})
    for place in looked_at:
        last_there = _last_written(place)
        if last_there is not None and (last_here is None or last_there > last_here):
            return found(
                "state-later-elsewhere",
                Evidence(text=f"{place}: written", at=last_there),
                Evidence(text=f"{here}: {'written' if last_here else 'never written'}", at=last_here),
                variable=HOME_VARIABLE,
            )
    agree = "not running now" if not running else f"{len(running)} running, which keep it here too"
    hosts = f"{', '.join(host.name for host in surroundings.hosts) or 'no host'}: {agree}"
    return fine("state-agreement", hosts, *(f"nothing newer in {place}" for place in looked_at))


def _place(environment: Mapping[str, str]) -> str:
    try:
        return state_directory(environment)
    except Refused as refused:
        return f"nowhere ({REASONS[refused.reason]})"


def _other_places(environment: Mapping[str, str]) -> Iterator[str]:
    """Where the state would lie if a variable were not set, or HOME were the account's."""
    without_override = {name: value for name, value in environment.items() if name != HOME_VARIABLE}
    without_settings = {name: value for name, value in without_override.items() if name != "XDG_STATE_HOME"}
    without_home = {name: value for name, value in without_settings.items() if name != "HOME"}
    for other in (without_override, without_settings, without_home):
        place = _place(other)
        if os.path.isabs(place):
            yield place


def _last_written(place: str) -> int | None:
    """When a hook last counted something there, in Unix seconds."""
    try:
        return int(os.stat(os.path.join(place, tally.FILE)).st_mtime)
    except OSError:
        return None
