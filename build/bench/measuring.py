"""Runs hooks as a host does and takes their times, one scenario after another in each round.

So whatever else the machine does hits all of them alike, and their ratios hold.
"""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.figures import Times


def _nothing() -> None:
    return


@dataclass(frozen=True)
class Scenario:
    """One event given to one command. `prepare` lays the state anew before each run, outside of the time.

    `shows` says of an answer whether the hook did what this scenario is about; a hook that gives up early is quick.
    """

    name: str
    command: Sequence[str]
    payload: bytes
    environment: Mapping[str, str]
    prepare: Callable[[], None] = _nothing
    shows: Callable[[bytes], bool] = lambda reply: reply == b""


class NotShown(RuntimeError):
    """A hook did not do what its scenario is about, so its time would mean nothing."""


def check(scenario: Scenario) -> None:
    """Runs a scenario once. Raises `NotShown`."""
    scenario.prepare()
    done = subprocess.run(
        scenario.command, input=scenario.payload, env=scenario.environment, capture_output=True, check=False
    )
    if done.returncode or not scenario.shows(done.stdout):
        raise NotShown(f"{scenario.name}: status {done.returncode}, said {done.stdout[:200]!r}")


def seconds(scenario: Scenario) -> float:
    """The time of one run, from the start of the calling shell to its end."""
    scenario.prepare()
    started = time.perf_counter()
    subprocess.run(
        scenario.command, input=scenario.payload, env=scenario.environment, stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - started


def measured(
    warm: Sequence[Scenario],
    cold: Sequence[Scenario],
    rounds: int,
    into: Times,
    bring_back: Callable[[], None] = _nothing,
) -> None:
    """Adds `rounds` times of each, after a run of each that is checked.

    `cold` ones evict files that the others need, so they come last in a round, and `bring_back` is called before the
    next. The order changes from round to round, so that none always runs behind the same other one.
    """
    for scenario in (*warm, *cold):
        check(scenario)
    order = random.Random(rounds)  # noqa: S311 - only an order
    for _ in range(rounds):
        bring_back()
        for scenario in (*order.sample(warm, len(warm)), *order.sample(cold, len(cold))):
            into.add(scenario.name, seconds(scenario))


def evicting(scenario: Scenario, name: str, folder: Path) -> Scenario:
    """The same scenario under another name, with the files of `folder` out of the file cache."""

    def prepare() -> None:
        scenario.prepare()
        evict(folder)

    return replace(scenario, name=name, prepare=prepare)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def bring_back(folder: Path) -> None:
    """Puts the files of a folder into the file cache."""
    for path in files(folder):
        path.read_bytes()


def evict(folder: Path) -> None:
    """Takes the files of a folder out of the file cache, as far as no running process has them mapped."""
    for path in files(folder):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)  # pages that are not on the disk yet would stay
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)
