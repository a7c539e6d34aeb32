"""A fact about what Codex sends, and how it is judged by what was seen of one build in one tool mode."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from evidence.neutral import Payload


class Verdict(StrEnum):
    HOLDS = "holds"
    FAILS = "does not hold"
    NOT_APPLICABLE = "not applicable"


class NotApplicable(Exception):
    """There is nothing to judge by; says what was seen."""


@dataclass(frozen=True)
class Recording:
    """What one scenario came to: the payloads as neutral text, and what else was seen, by name."""

    lines: tuple[str, ...]
    also: Mapping[str, Any] = field(default_factory=dict)

    @property
    def payloads(self) -> list[Payload]:
        return [json.loads(line) for line in self.lines]


@dataclass(frozen=True)
class Seen:
    """The recordings of one build in one mode by scenario; `absent` says why others could not be played."""

    recordings: Mapping[str, Recording]
    absent: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    mode: str = ""

    def recording(self, scenario: str) -> Recording:
        """Raises `NotApplicable` where the build, or the mode, has nothing of the kind."""
        if scenario not in self.recordings:
            raise NotApplicable(self.absent.get(scenario, "nothing of the kind in this mode"))
        return self.recordings[scenario]

    def payloads(self, scenario: str, *events: str) -> list[Payload]:
        """The payloads of a scenario in their order, of these events only if any is named.

        Raises `ValueError` where nothing at all was recorded: that shows nothing.
        """
        found = self.recording(scenario).payloads
        if not found:
            raise ValueError(f"nothing was recorded in {scenario}")
        return [payload for payload in found if not events or payload["hook_event_name"] in events]

    def calls(self, scenario: str, *events: str) -> list[Payload]:
        """The payloads of its shell calls; without named events their beginnings and ends."""
        found = self.payloads(scenario, *(events or ("PreToolUse", "PostToolUse")))
        return [payload for payload in found if payload.get("tool_name") == "Bash"]

    def also(self, scenario: str, name: str) -> Any:
        """What else was seen there. Raises `NotApplicable`."""
        return self.recording(scenario).also[name]


@dataclass(frozen=True)
class Judgement:
    """`seen` says what was seen instead, or why there is nothing to judge; "" where the fact holds."""

    verdict: Verdict
    seen: str = ""


Judge = Callable[[Seen], str]
"""Returns "" where a fact holds, else what was seen instead. May raise `NotApplicable`."""


@dataclass(frozen=True)
class Fact:
    """One row of the page. `rests` are the requirements that rest on it, `test` what drives a real Codex for it.

    Without `judge` it is not judged for each build: `test` alone shows it.
    """

    name: str
    text: str
    seen_in: str
    rests: str
    test: str
    judge: Judge | None = None


def judged(fact: Fact, seen: Seen) -> Judgement:
    """The verdict by what was seen. A recording of another shape than the fact's is one that does not show it."""
    assert fact.judge  # noqa: S101 - the others are not asked about
    try:
        instead = fact.judge(seen)
    except NotApplicable as reason:
        return Judgement(Verdict.NOT_APPLICABLE, str(reason))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        return Judgement(Verdict.FAILS, f"payloads of another shape ({type(error).__name__}: {error})")
    return Judgement(Verdict.FAILS, instead) if instead else Judgement(Verdict.HOLDS)
