"""One whole run: builds are installed, played, compared with what is stored, and judged."""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import folders
from codex_host import codex_install
from evidence import result
from evidence.fact import Judgement, Seen, Verdict, judged
from evidence.facts import JUDGED
from evidence.fixtures import Fixtures
from evidence.modes import MODES, HasNone
from evidence.observing import observed
from evidence.result import Mode, Run
from evidence.scenarios import SCENARIOS
from progress import say

_WORK = folders.WORK / "evidence"
_KEPT = {scenario.name for scenario in SCENARIOS if scenario.kept}


@dataclass
class Outcome:
    """`changes` are differences to what is stored, as texts to show; `runs` what the builds came to."""

    changes: list[str] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)


def default_versions() -> list[str]:
    """The pinned builds and the newest one that npm names, newest first."""
    return sorted({*codex_install.pinned_versions(), codex_install.newest_version()}, key=result.number, reverse=True)


def run(versions: Sequence[str], marketplace: Path, *, keep: bool) -> Outcome:
    """Plays these builds and tells how they differ from what is stored. Only with `keep` is that stored then."""
    outcome = Outcome()
    for version in versions:
        pinned = version in codex_install.pinned_versions()
        say(f"Codex {version}{'' if pinned else ', which is not pinned here: npm decides what it is'}")
        launcher = codex_install.install_version(version)
        modes = {mode: _observe(version, launcher, mode, marketplace) for mode in MODES}
        differences = _compared(version, modes, keep=keep)
        this = Run(
            version, datetime.date.today().isoformat(), pinned, {name: _judged(one) for name, one in modes.items()}
        )
        outcome.changes += result.settle(this, differences, keep=keep)
        outcome.runs.append(this)
    return outcome


@dataclass(frozen=True)
class _Observed:
    model: str
    seen: Seen
    none: str = ""


def _observe(version: str, launcher: Sequence[str], mode: str, marketplace: Path) -> _Observed:
    say(f"playing {version} in {mode}")
    work = _WORK / version / mode
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        found = _Observed(*observed(work, launcher, version, mode, marketplace))
    except HasNone as reason:
        found = _Observed("", Seen({}), none=str(reason))
        say(f"  it has none: {reason}")
    shutil.rmtree(work)
    return found


def _judged(observed_mode: _Observed) -> Mode:
    if observed_mode.none:
        return Mode(none=observed_mode.none)
    judgements: dict[str, Judgement] = {fact.name: judged(fact, observed_mode.seen) for fact in JUDGED}
    for name, judgement in judgements.items():
        if judgement.verdict != Verdict.HOLDS:
            say(f"  {name} {judgement.verdict}: {judgement.seen}")
    return Mode(observed_mode.model, judgements)


def _compared(version: str, modes: dict[str, _Observed], *, keep: bool) -> list[str]:
    fixtures = Fixtures(version)
    recordings = {
        f"{mode}.{name}": recording.lines
        for mode, one in modes.items()
        for name, recording in one.seen.recordings.items()
        if name in _KEPT
    }
    found = fixtures.differences(recordings, tuple(modes))
    changes = [f"codex-{version}: {text}" for text in found.values()]
    return changes + (fixtures.keep(recordings, found) if keep else [])
