"""What a number of injections came to, countable by system call."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """`met` counts by call the injections that met one which touches the state, `missed` those that met none; `wrong`
    are the findings, one line each, of which there should be none."""

    met: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def injected(self, call: str, *, hit: bool) -> None:
        (self.met if hit else self.missed)[call] += 1

    def found(self, where: str, wrong: list[str]) -> None:
        self.wrong += [f"{where}: {each}" for each in wrong]

    def table(self) -> list[str]:
        """By call, the most frequent first."""
        return [f"{call} {number:,}" for call, number in self.met.most_common()]
