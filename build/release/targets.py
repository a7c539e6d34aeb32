"""The platforms that there are releases for, and which of them this machine can build."""

from __future__ import annotations

from collections.abc import Sequence

import freezing
from assembling import OTHER_TARGETS
from problem import MACHINE_LACKS, Problem
from windows_target import wine

MACHINES = {
    "linux-x64": "Linux on x86-64",
    "linux-arm64": "Linux on ARM64",
    "macos-x64": "macOS on an Intel processor",
    "macos-arm64": "macOS on Apple silicon",
    "windows-x64": "Windows on x64, or Linux on x86-64 with Wine",
}
"""The closed list of targets, named as in the wrappers in plugin/bin/, each with the machine that builds it."""

TARGETS = tuple(MACHINES)
ALL = "all"
"""Stands for the target in the name of the archive that holds several."""

_BUILDS_FOR_OTHERS = "linux-x64"


def buildable() -> tuple[str, ...]:
    """This machine's own target first, then those that it builds for other machines."""
    own = freezing.target()
    if own not in TARGETS:
        raise Problem(
            MACHINE_LACKS,
            what=f"there are no releases for this machine, {own}",
            where="build/release/targets.py",
            next_step=f"build on one of: {'; '.join(MACHINES.values())}",
        )
    return (own, *OTHER_TARGETS) if own == _BUILDS_FOR_OTHERS else (own,)


def chosen(named: Sequence[str]) -> tuple[str, ...]:
    """The named targets in the list's order, or all that can be built here. Raises `Problem` for one that cannot."""
    here = buildable()
    for target in named:
        if target not in here:
            raise Problem(
                MACHINE_LACKS,
                what=f"{target} cannot be built on this machine, which builds: {', '.join(here)}",
                where=f"--target {target}",
                next_step=f"run the same command on {MACHINES[target]}, then join the archives with "
                "`python3 build release --combine ARCHIVE...`",
            )
    if "windows-x64" in (named or here) and not is_own("windows-x64"):
        wine.program()
    return tuple(target for target in TARGETS if target in (named or here))


def is_own(target: str) -> bool:
    """Whether this machine runs what is built for `target`."""
    return target == freezing.target()
