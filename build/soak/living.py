"""Many sessions at once for some time, with kills; then the state is examined."""

from __future__ import annotations

import math
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from soak import examination
from soak.hook_operations import state_at
from soak.hook_process import HookProcesses
from soak.sessions import CONTROL, Record, Worker

WORKERS = 4
PARTS = 10
MAY_GIVE_UP = 0.01  # of all events: a hook that waits too long for the machine does not record
NEVER = 1.25  # whatever the run itself varies by


@dataclass(frozen=True)
class Lived:
    """`growth` is the time of a read's beginning in the last tenth of the run to that in the first, each in units of
    the same event over a state that does not grow; `tolerated` is what the spread of the tenths between explains."""

    events: Counter[str]
    sessions: int
    kills: int
    given_up: int
    temporary_files: int
    conversations: int
    growth: float
    tolerated: float
    wrong: list[str]

    def slower(self) -> list[str]:
        """A finding if events took longer in the end. Says something about runs of some minutes only."""
        if self.growth <= self.tolerated:
            return []
        return [
            f"an event takes {self.growth:.2f} times as long in the end; the run itself varies by {self.tolerated:.2f}"
        ]


def live(plugin: Path, work: Path, seconds: float) -> Lived:
    state = work / "lived"
    control = HookProcesses(plugin, work / "control")
    workers = [Worker(number, HookProcesses(plugin, state), state, control) for number in range(WORKERS)]
    end = time.monotonic() + seconds
    broken: list[str] = []

    def work_on(worker: Worker) -> None:
        try:
            while time.monotonic() < end:
                worker.step()
        except Exception as error:
            broken.append(f"a worker failed: {error!r}")

    threads = [threading.Thread(target=work_on, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    records = [worker.record for worker in workers]
    kills = sum(record.kills for record in records)
    growth, tolerated = _growth(records)
    wrong = [*broken, *(each for record in records for each in record.wrong), *examination.odd_files(state, kills)]
    temporary = sum(path.name.endswith(".tmp") for path in state.rglob("*"))
    conversations = len(list((state / "conversations").glob("*.json")))
    wrong += _wrong_in_the_end(state)
    events = sum((record.events for record in records), Counter[str]())
    sessions = sum(record.sessions for record in records)
    given_up = sum(record.given_up for record in records)
    if given_up > MAY_GIVE_UP * events.total():
        wrong.append(f"{given_up} changes of {events.total()} events were not made")
    return Lived(events, sessions, kills, given_up, temporary, conversations, growth, tolerated, wrong)


def _wrong_in_the_end(state: Path) -> list[str]:
    """Nothing is damaged, and the next session sweeps what the killed left."""
    wrong = ["a document was damaged"] if (state / "damaged").exists() else []
    wrong += [f"{name} is damaged" for name, view in examination.views(state).items() if view == examination.DAMAGED]
    if examination.counted(state, "events") is None:
        wrong.append("the tally is damaged")
    examination.age_temporary_files(state)
    with state_at(state) as driver:
        driver.send(driver.start("the last one"))
        driver.read("the last one", "the.last-one")
        if "the.last-one" not in driver.hint("the last one"):
            wrong.append("the next session does not work")
    return [*wrong, *examination.odd_files(state, 0)]


def _growth(records: list[Record]) -> tuple[float, float]:
    parts = [_relative([_part(record.seconds, number) for record in records]) for number in range(PARTS)]
    between = parts[1:-1]
    deviation = statistics.stdev(between) / statistics.fmean(between)
    # Three standard deviations of a quotient of two parts.
    return parts[-1] / parts[0], min(NEVER, 1 + 3 * math.sqrt(2) * deviation)


def _part(seconds: list[tuple[str, float]], number: int) -> list[tuple[str, float]]:
    return seconds[len(seconds) * number // PARTS : len(seconds) * (number + 1) // PARTS]


def _relative(parts: list[list[tuple[str, float]]]) -> float:
    """The time that a read takes to begin, in units of one that begins in the state that does not grow."""
    taken: dict[str, list[float]] = {"read begins": [], CONTROL: []}
    for part in parts:
        for kind, seconds in part:
            taken.setdefault(kind, []).append(seconds)
    if not (taken["read begins"] and taken[CONTROL]):
        return 1.0
    return statistics.median(taken["read begins"]) / statistics.median(taken[CONTROL])
