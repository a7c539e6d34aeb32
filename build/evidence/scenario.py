"""What a scenario is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from evidence.lab import Lab
from evidence.modes import MODES

Also: TypeAlias = Mapping[str, Any] | None


class Surroundings(StrEnum):
    """In what kind of Codex a scenario is played."""

    USUAL = "usual"
    REWRITING = "with a plugin that rewrites commands"
    CORE = "with a core environment for commands"


@dataclass(frozen=True)
class Scenario:
    """`play` leaves what the hooks received with the recorder and returns what else was seen. `kept`: as a fixture."""

    name: str
    play: Callable[[Lab], Also]
    modes: tuple[str, ...] = MODES
    kept: bool = True
    surroundings: Surroundings = Surroundings.USUAL


class CannotPlay(Exception):
    """The build has nothing of the kind; says what was seen instead."""
