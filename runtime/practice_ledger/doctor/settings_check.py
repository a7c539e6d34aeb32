"""Is the settings file obeyed, and what does it say?"""

from __future__ import annotations

import tomllib

from practice_ledger.doctor.check import Check, fine, found
from practice_ledger.doctor.surroundings import Surroundings
from practice_ledger.settings.file import settings_bytes, settings_path
from practice_ledger.settings.problems import problems
from practice_ledger.settings.settings_models import SettingsFile
from practice_ledger.settings.snapshot import text


def settings(surroundings: Surroundings) -> Check:
    """The file's problems, or what it changes."""
    path = settings_path()
    wrong = problems()
    if wrong:
        return found("settings-faulty", *map(str, wrong))
    data = settings_bytes() if path else None
    if data is None:
        return fine("settings", f"the defaults; there is no {path}" if path else "the defaults")
    said = SettingsFile.model_validate(tomllib.loads(text(data)))
    if not said.enabled:
        return found("switched-off", f"{path}: enabled = false", file=str(path))
    changed = [] if said.hints else ["hints = false: subagents are told nothing"]
    lowered = said.bounds.model_dump(exclude_none=True) if said.bounds else {}
    changed += [f"{name} = {value}" for name, value in lowered.items()]
    return fine("settings", str(path), *changed)
