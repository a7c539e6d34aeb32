"""The verdicts of the last runs, as data in this tree: build/evidence/verdicts.json."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock

import folders
from evidence.fact import Judgement, Verdict

FILE = Path(__file__).with_name("verdicts.json")


@dataclass(frozen=True)
class Mode:
    """What one tool mode of a build came to: judgements by fact, or why the build has none of that mode."""

    model: str = ""
    judgements: Mapping[str, Judgement] = field(default_factory=dict)
    none: str = ""


@dataclass(frozen=True)
class Run:
    """One build, on the day of its run. `pinned`: installed by a lock file of this tree."""

    version: str
    date: str
    pinned: bool
    modes: Mapping[str, Mode]


def number(version: str) -> list[int]:
    """A key by which versions are in their order."""
    return [int(part) for part in version.partition("-")[0].split(".")]


def load(file: Path = FILE) -> list[Run]:
    """The stored runs, the newest version first."""
    if not file.exists():
        return []
    return [
        Run(one["version"], one["date"], one["pinned"], {name: _mode(mode) for name, mode in one["modes"].items()})
        for one in json.loads(file.read_text(encoding="utf-8"))
    ]


def _mode(stored: Mapping[str, object]) -> Mode:
    facts = stored.get("facts", {})
    assert isinstance(facts, dict)  # noqa: S101 - `store` wrote it
    judgements = {name: Judgement(Verdict(verdict), seen) for name, (verdict, seen) in facts.items()}
    return Mode(str(stored.get("model", "")), judgements, str(stored.get("none", "")))


def store(runs: Sequence[Run], file: Path = FILE) -> None:
    """Writes runs, each in place of the stored one of its version."""
    folders.WORK.mkdir(exist_ok=True)
    with FileLock(folders.WORK / "verdicts.lock"):
        kept = {run.version: run for run in (*load(file), *runs)}
        ordered = sorted(kept.values(), key=lambda run: number(run.version), reverse=True)
        file.write_text(f"{json.dumps([_shown(run) for run in ordered], indent=1)}\n", encoding="utf-8")


def _shown(run: Run) -> dict[str, object]:
    modes = {
        name: {"none": mode.none}
        if mode.none
        else {
            "model": mode.model,
            "facts": {fact: [judgement.verdict, judgement.seen] for fact, judgement in mode.judgements.items()},
        }
        for name, mode in run.modes.items()
    }
    return {"version": run.version, "date": run.date, "pinned": run.pinned, "modes": modes}


def settle(run: Run, differences: Sequence[str], file: Path = FILE, *, keep: bool) -> list[str]:
    """Returns these differences and those of the verdicts to the stored ones. While there is any, only `keep` stores
    the run: what is not kept is told again by the next one. Of an unpinned build nothing is stored without it."""
    found = [*differences, *changes(load(file), run)]
    if keep or (run.pinned and not found):
        store([run], file)
    return found


def changes(before: Sequence[Run], run: Run) -> list[str]:
    """What a run says otherwise than the stored one of the same version, a line each."""
    stored = next((one for one in before if one.version == run.version), None)
    if stored is None:
        return [f"{run.version}: it was not run before"]
    said = []
    for name, mode in run.modes.items():
        then = stored.modes.get(name, Mode())
        if mode.none != then.none:
            said.append(f"{run.version} {name}: {mode.none or 'it has this mode now'}")
        for fact in dict.fromkeys([*then.judgements, *mode.judgements]):
            old, new = then.judgements.get(fact), mode.judgements.get(fact)
            if old != new:
                said.append(f"{run.version} {name}: {fact}: was {_say(old)}; is {_say(new)}")
    return said


def _say(judgement: Judgement | None) -> str:
    if judgement is None:
        return "not judged"
    return f"{judgement.verdict} ({judgement.seen})" if judgement.seen else str(judgement.verdict)
