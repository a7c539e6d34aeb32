"""Every check, side by side and in bounded time: one that breaks says so, and the others go on."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.doctor import host_checks, program_checks, state_checks
from practice_ledger.doctor.activity_checks import activity, reads
from practice_ledger.doctor.agreement_check import agreement
from practice_ledger.doctor.look import Look
from practice_ledger.doctor.reading_checks import lore, sealed_reads
from practice_ledger.doctor.settings_check import settings
from practice_ledger.doctor.surroundings import Surroundings, here
from practice_ledger.hosts.registry import reporters
from practice_ledger.other_programs import none_outlives

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from practice_ledger.doctor.check import Check
    from practice_ledger.hosts.host_report import HostReport

_GOODBYE_SECONDS = 1.0

if sys.platform == "win32":
    _ENDING = (signal.SIGTERM, signal.SIGBREAK)
else:
    _ENDING = (signal.SIGTERM, signal.SIGHUP)

OF_EACH_HOST: dict[str, Callable[[Surroundings, HostReport], Check]] = {
    "host": host_checks.host,
    "plugin": host_checks.plugin,
    "program": program_checks.program,
    "hooks": host_checks.hooks,
    "trust": host_checks.trust,
    "two-hints": host_checks.two_hints,
    "activity": activity,
}
OF_THE_PRODUCT: dict[str, Callable[[Surroundings], Check]] = {
    "this-program": program_checks.this_program,
    "path": program_checks.path,
    "settings": settings,
    "state-place": state_checks.place,
    "state-access": state_checks.access,
    "state-disk": state_checks.disk,
    "state-files": state_checks.files,
    "state-agreement": agreement,
    "lore": lore,
    "reads": reads,
    "sealed-reads": sealed_reads,
}


def all_checks() -> list[Check]:
    """Looks at everything, in about `bounds.DOCTOR_SECONDS` at most. No program that it starts outlives it."""
    looks: list[Look] = []
    with _ended_in_order(), none_outlives(partial(_wait_for, looks)):
        return list(_outcomes(looks))


def _wait_for(looks: list[Look]) -> None:
    """Those whose program was just ended take away what they made for it."""
    until = time.monotonic() + _GOODBYE_SECONDS
    for look in looks:
        look.wait(until)


def _outcomes(looks: list[Look]) -> Iterator[Check]:
    """Each check as it comes out; puts every look that it begins into `looks`."""
    environment, folder = here()
    unasked = Surroundings(environment, folder)
    hosts: list[HostReport] = []
    for reporter in reporters():
        ask = partial(_asked, hosts, partial(reporter, environment, folder, bounds.HOST_SECONDS))
        looks.append(Look("host", ask))
    until = min(time.monotonic() + bounds.HOST_SECONDS + _GOODBYE_SECONDS, unasked.ends_at)
    yield from _all_of(looks, until)
    surroundings = Surroundings(environment, folder, tuple(hosts), unasked.ends_at)
    begun = [
        Look(name, partial(look, surroundings, host), host)
        for host in surroundings.hosts
        for name, look in OF_EACH_HOST.items()
    ]
    begun += [Look(name, partial(look, surroundings)) for name, look in OF_THE_PRODUCT.items()]
    looks += begun
    yield from _all_of(begun, surroundings.ends_at)


def _asked(hosts: list[HostReport], report: Callable[[], HostReport]) -> None:
    hosts.append(report())


def _all_of(looks: list[Look], until: float) -> Iterator[Check]:
    return (check for check in [look.outcome(until) for look in looks] if check is not None)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """A signal that would end this process at once ends it as an exception does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _leave) for number in _ENDING if signal.getsignal(number) == signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, frame: object) -> None:
    raise SystemExit(128 + number)  # what a shell says of a process that a signal ended
