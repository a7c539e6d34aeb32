"""All that runs long, each part for its share of the time; what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from soak.hook_injections import HookInjections, Injection, Rehearsed, errors, kills, mixed
from soak.hook_operations import operations
from soak.library_kills import LibraryKills
from soak.living import Lived, live
from soak.outcome import Outcome

SHARES = {"lived": 0.40, "hook killed": 0.25, "library killed": 0.12, "refused": 0.13, "fuzzed": 0.10}


@dataclass
class Result:
    """`listed` are the system calls that touch the state, each of which must be met by a kill."""

    lived: Lived
    hook_kills: Outcome
    library_kills: Outcome
    refusals: Outcome
    points: dict[str, int]
    fuzzed: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    listed: set[str] = field(default_factory=set)

    def wrong(self) -> list[str]:
        unmet = self.listed - set(self.hook_kills.met) - set(self.library_kills.met)
        return [
            *self.lived.wrong,
            *self.lived.slower(),
            *self.hook_kills.wrong,
            *self.library_kills.wrong,
            *self.refusals.wrong,
            *self.faults,
            *(f"no kill at {call}" for call in sorted(unmet)),
        ]


def run(plugin: Path, package: Path, work: Path, seconds: float, say: Callable[[str], None]) -> Result:
    """`package` is the folder of the package with its compiled schemas, `work` an empty folder."""
    (frozen,) = plugin.glob("runtime/*/practice-ledger")
    say("sessions, many at once, with kills")
    lived = live(plugin, work, seconds * SHARES["lived"])
    say(f"{lived.events.total():,} events, {lived.kills} kills; now kills at each system call of a hook")
    hook = HookInjections(frozen, _made(work / "hook"))
    rehearsed = [hook.rehearse(each) for each in operations(work / "before")]
    killed = _injected(hook, _all_but_the_full_one_first(rehearsed, kills), seconds * SHARES["hook killed"])
    say(f"{killed.met.total():,} kills; now kills among changes of one process")
    library = LibraryKills(package, _made(work / "library"))
    library_points = library.points()
    library_killed = Outcome()
    _until(seconds * SHARES["library killed"], [lambda at=at: library.run(at, library_killed) for at in library_points])  # type: ignore[misc]
    say(f"{library_killed.met.total():,} kills; now errors of system calls")
    refused = _injected(hook, _all_but_the_full_one_first(rehearsed, errors), seconds * SHARES["refused"])
    say(f"{refused.met.total():,} errors; now inputs made up under the guidance of coverage")
    result = Result(lived, killed, library_killed, refused, _numbers(rehearsed, library_points))
    result.listed = {point.call for each in rehearsed for point in each.points} | {
        point.call for point in library_points
    }
    _fuzz(result, seconds * SHARES["fuzzed"])
    return result


def _fuzz(result: Result, seconds: float) -> None:
    from fuzz.run import fuzz
    from fuzz.targets import TARGETS

    for target in TARGETS:
        found = fuzz(target, max(1, round(seconds / len(TARGETS))))
        result.fuzzed[target] = found.inputs
        if found.fault is not None:
            result.faults.append(f"fuzzing {target}: {found.fault!r}\n{found.log}")


def _injected(hook: HookInjections, injections: Sequence[Injection], seconds: float) -> Outcome:
    outcome = Outcome()
    _until(seconds, [lambda each=each: hook.run(each, outcome) for each in injections])  # type: ignore[misc]
    return outcome


def _all_but_the_full_one_first(
    rehearsed: list[Rehearsed], made: Callable[[list[Rehearsed]], list[Injection]]
) -> list[Injection]:
    """A few of the state at the bound, which has five times as many points as all others, then those, then its rest."""
    few = 20
    full = mixed(made(rehearsed[-1:]))
    return [*full[:few], *mixed(made(rehearsed[:-1])), *full[few:]]


def _until(seconds: float, runs: Sequence[Callable[[], None]]) -> None:
    """As many as there is time for."""
    end = time.monotonic() + seconds
    for run_one in runs:
        if time.monotonic() >= end:
            return
        run_one()


def _numbers(rehearsed: list[Rehearsed], library_points: Sequence[object]) -> dict[str, int]:
    return {
        "a hook": sum(len(each.points) for each in rehearsed[:-1]),
        "a hook at the bound": len(rehearsed[-1].points),
        "the ledger in one process": len(library_points),
    }


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
