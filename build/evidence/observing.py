"""Plays all scenarios and trials in one build of Codex and one tool mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from codex_host.app_server import AppServerError
from codex_host.isolated_codex import CodexFailed
from codex_host.scripted_model import ScriptedModel
from codex_host.waiting import DeadlinePassed
from evidence.fact import Recording, Seen
from evidence.labs import Labs
from evidence.plugin_trials import trials
from evidence.scenario import CannotPlay, Scenario, Surroundings
from evidence.scenarios import SCENARIOS
from evidence.update_trials import relative_marketplace, updates
from progress import say

_REASON_CHARACTERS = 200
_CANNOT = (AppServerError, CodexFailed, CannotPlay, DeadlinePassed)


def observed(work: Path, launcher: Sequence[str], version: str, mode: str, marketplace: Path) -> tuple[str, Seen]:
    """The model's name and what was seen of this version, in `work`, an empty folder. Raises `HasNone`."""
    with ScriptedModel() as model:
        labs = Labs(work, launcher, model, mode)
        labs.lab(Surroundings.USUAL)
        name = labs.model_name
        recordings: dict[str, Recording] = {}
        absent: dict[str, str] = {}
        for scenario in (one for one in SCENARIOS if mode in one.modes):
            _try(scenario.name, lambda scenario=scenario: _recorded(labs, scenario), recordings, absent)  # type: ignore[misc]
        more: dict[str, Callable[[], Mapping[str, Any]]] = {
            "plugin": lambda: trials(work / "plugin", launcher, model, name, marketplace),
            "updates": lambda: updates(work / "updates", launcher, model, name),
            "relative-marketplace": lambda: {"git": relative_marketplace(work / "relative", launcher, model)},
        }
        for trial, played in more.items():
            _try(trial, lambda played=played: Recording((), played()), recordings, absent)  # type: ignore[misc]
    return name, Seen(recordings, absent, version, mode)


def _recorded(labs: Labs, scenario: Scenario) -> Recording:
    lab = labs.lab(scenario.surroundings)
    try:
        also = scenario.play(lab)
    except _CANNOT:
        lab.take()
        raise
    return lab.take(also)


def _try(name: str, play: Callable[[], Recording], recordings: dict[str, Recording], absent: dict[str, str]) -> None:
    try:
        recordings[name] = play()
    except _CANNOT as error:
        absent[name] = _reason(str(error))
        say(f"  {name} could not be played: {absent[name]}")


def _reason(text: str) -> str:
    """The reason in one line, without what differs from run to run."""
    words = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "<id>", " ".join(text.split()))
    return words if len(words) <= _REASON_CHARACTERS else f"{words[:_REASON_CHARACTERS]}..."
