"""The bars: what a hook may cost at most, as ratios within one run. `python3 build bench` and the tests judge by them.

The calling shell and the wrapper are part of every figure. A figure is a median.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bench import rows
from bench.figures import Figures, Times
from practice_ledger import bounds

UNRELATED_2_KB = 2.5  # times an empty hook
UNRELATED_40_KB = 3.0
WARM = 3.0  # times an empty Python
COLD = 6.0  # times the same empty Python, which is warm
GROWTH = 1.25  # times the same event on little state
CROWD = rows.WRITERS  # times a single one: a crowd may take its turns, and no more
MEMORY_BYTES = 25_000_000

_MEAN_AT_BOUND = f"the mean start of a session at the bound of {bounds.ROOTS}"


@dataclass(frozen=True)
class Verdict:
    """One row held against one bar. `limit` holds the slack already, if there is any."""

    bar: str
    row: str
    value: float
    limit: float

    @property
    def kept(self) -> bool:
        return self.value <= self.limit


def verdicts(figures: Figures, slack: float = 1.0) -> list[Verdict]:
    """Every row that a bar is for. `slack` widens the limits of time, for a machine that does much else."""
    times = figures.times
    return [
        *_ratios(times, "times an empty hook, 2 KB", (rows.UNRELATED_2_KB,), rows.EMPTY_HOOK, UNRELATED_2_KB * slack),
        *_ratios(
            times, "times an empty hook, 40 KB", (rows.UNRELATED_40_KB,), rows.EMPTY_HOOK, UNRELATED_40_KB * slack
        ),
        *_ratios(times, "times an empty Python, warm", rows.WORK, rows.EMPTY_PYTHON, WARM * slack),
        *_ratios(times, "times an empty Python, cold", map(rows.cold, rows.WORK), rows.EMPTY_PYTHON, COLD * slack),
        *_growths(times, slack),
        *(Verdict("many at once, times one alone", one.name, one.ratio, CROWD * slack) for one in figures.crowds),
        *(Verdict("many at once, reads lost", one.name, one.lost, 0) for one in figures.crowds),
        *(Verdict("memory, MB", row, size / 1e6, MEMORY_BYTES / 1e6) for row, size in figures.memory.items()),
    ]


def _ratios(times: Times, bar: str, names: Iterable[str], base: str, limit: float) -> Iterator[Verdict]:
    for name in names:
        if name in times.seconds:
            yield Verdict(bar, name, times.ratio(name, base), limit)


def _growths(times: Times, slack: float) -> Iterator[Verdict]:
    """No growth beyond what the spread of the smaller one explains, and none beyond `GROWTH` in any case."""
    values = [(large, small, times.ratio(large, small)) for large, small in rows.GROWTHS if large in times.seconds]
    if rows.SESSION_MAKES_ROOM in times.seconds:
        values.append((_MEAN_AT_BOUND, rows.SESSION_STARTS_BESIDE_1, _mean_at_bound(times)))
    for large, small, value in values:
        explained = times.p95(small) / times.median(small)
        yield Verdict("growth, times the same on little state", large, value, min(GROWTH, explained) * slack)


def _mean_at_bound(times: Times) -> float:
    """At the bound one start in so many makes room for the others, so it is their mean that counts."""
    among = bounds.ROOTS_DROPPED_AT_ONCE
    others = times.ratio(rows.SESSION_STARTS_BESIDE_511, rows.SESSION_STARTS_BESIDE_1)
    one = times.ratio(rows.SESSION_MAKES_ROOM, rows.SESSION_STARTS_BESIDE_1)
    return (others * (among - 1) + one) / among
