"""What was measured in one run: seconds by scenario, and what is worked out from them."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field


@dataclass
class Times:
    """Seconds of every run of every scenario, by the scenario's name.

    Ratios are between medians. With `quiet` they are between lower quartiles: a busy machine holds up a chain of
    processes more than a single one.
    """

    seconds: dict[str, list[float]] = field(default_factory=dict)
    quiet: bool = False

    def add(self, name: str, seconds: float) -> None:
        self.seconds.setdefault(name, []).append(seconds)

    def names(self) -> list[str]:
        return list(self.seconds)

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def p95(self, name: str) -> float:
        return statistics.quantiles(self.seconds[name], n=20, method="inclusive")[-1]

    def ratio(self, name: str, base: str) -> float:
        """How many times what `base` takes `name` takes."""
        return self._typical(name) / self._typical(base)

    def _typical(self, name: str) -> float:
        return statistics.quantiles(self.seconds[name], n=4)[0] if self.quiet else self.median(name)


@dataclass(frozen=True)
class Crowd:
    """Hooks that ran at once. `ratio`: seconds until the last was done, to those of one alone. `lost`: reads."""

    name: str
    writers: int
    ratio: float
    lost: int


@dataclass(frozen=True)
class HostTimes:
    """How long a real host waited for each hook, by its own report: milliseconds by event, ours and an empty one's."""

    host: str
    ours: dict[str, list[int]]
    empty: dict[str, list[int]]


@dataclass
class Figures:
    """All figures of one run. `memory` is the peak resident size of a hook's processes, `disk` is bytes by what."""

    times: Times
    memory: dict[str, int] = field(default_factory=dict)
    disk: dict[str, int] = field(default_factory=dict)
    crowds: list[Crowd] = field(default_factory=list)
    host: HostTimes | None = None
    not_measured: list[str] = field(default_factory=list)
