"""Every check, in bounded time, each behind a guard: one that breaks says so, and the others go on."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.doctor import host_checks, program_checks, state_checks
from practice_ledger.doctor.activity_checks import activity, reads
from practice_ledger.doctor.agreement_check import agreement
from practice_ledger.doctor.check import found
from practice_ledger.doctor.findings import CHECK_BROKE
from practice_ledger.doctor.reading_checks import lore, sealed_reads
from practice_ledger.doctor.settings_check import settings
from practice_ledger.doctor.surroundings import Surroundings, here
from practice_ledger.hosts.registry import reports

if TYPE_CHECKING:
    from collections.abc import Callable

    from practice_ledger.doctor.check import Check
    from practice_ledger.hosts.host_report import HostReport

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
    """Looks at everything, in about `bounds.DOCTOR_SECONDS` at most."""
    environment, folder = here()
    unasked = Surroundings(environment, folder)
    asked: list[HostReport] = []
    broken = outcome("host", unasked, lambda: asked.extend(reports(environment, folder, bounds.HOST_SECONDS)))
    surroundings = Surroundings(environment, folder, tuple(asked), unasked.ends_at)
    checks = [
        outcome(name, surroundings, partial(look, surroundings, host), host)
        for host in asked
        for name, look in OF_EACH_HOST.items()
    ]
    checks += [outcome(name, surroundings, partial(look, surroundings)) for name, look in OF_THE_PRODUCT.items()]
    return [check for check in (broken, *checks) if check is not None]


def outcome(
    name: str, surroundings: Surroundings, look: Callable[[], Check | None], host: HostReport | None = None
) -> Check | None:
    """What one look comes to, also when it raises something, or waits for a disk or a program that does not answer."""
    came_to: list[Check | None] = []

    def looked() -> None:
        try:
            came_to.append(look())
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
            came_to.append(found(CHECK_BROKE, fault, check=name, host=host))

    # A thread that hangs in the system cannot be ended; it ends with the process.
    thread = threading.Thread(target=looked, daemon=True)
    thread.start()
    thread.join(surroundings.seconds_left())
    return came_to[0] if came_to else found(CHECK_BROKE, "it took too long", check=name, host=host)
