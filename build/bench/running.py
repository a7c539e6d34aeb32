"""One whole run of the bench."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import dataclass
from pathlib import Path

import folders
from bench import bars, machine, pages, plot, report, rows
from bench.alternative import frozen_alternative
from bench.crowd import crowds
from bench.figures import Figures, Times
from bench.in_codex import NoCodex, host_times
from bench.installed import Installed
from bench.measuring import bring_back, evicting, files, measured
from bench.peak_memory import peak_bytes
from bench.scenarios import Scenarios
from progress import say

_WORK = folders.WORK / "bench" / "run"
_PAGE = folders.TREE / "docs" / "performance.md"
_PLOT = folders.TREE / "docs" / "performance.svg"
_README, _TRANSLATED_README = folders.README_PAGES


@dataclass(frozen=True)
class Effort:
    """How often what is done. A conversation in a real host takes seconds."""

    rounds: int
    crowds: int
    conversations: int
    alternative: bool
    quiet: bool = False  # see `Times`


FULL = Effort(rounds=51, crowds=5, conversations=10, alternative=True)
QUICK = Effort(rounds=15, crowds=1, conversations=0, alternative=False)


def run(marketplace: Path, effort: Effort, *, write: bool) -> bool:
    """Measures, prints the tables, with `write` puts them into the docs. Whether every bar was kept."""
    headline = f"Measured on {datetime.date.today().isoformat()} ({effort.rounds} rounds): {machine.described()}."
    figures = measured_figures(marketplace, _WORK, effort)
    verdicts = bars.verdicts(figures)
    text = report.page(figures, verdicts, headline)
    print(text)
    if write:
        plot.draw(figures.times, _PLOT)
        pages.put(_PAGE, "bench", text)
        table = report.readme(figures)
        pages.put(_README, "bench", table)
        pages.put(_TRANSLATED_README, "bench", pages.translated(_TRANSLATED_README, "bench", table))
    missed = [one for one in verdicts if not one.kept]
    say("every bar is kept" if not missed else f"{len(missed)} bars are missed:\n\n{report.bars(missed)}")
    return not missed


def measured_figures(marketplace: Path, work: Path, effort: Effort) -> Figures:
    """Everything that `effort` asks for, measured in `work`, which is emptied first."""
    shutil.rmtree(work, ignore_errors=True)
    installed = Installed(work / "plugin", work)
    shutil.copytree(marketplace / "plugins" / "practice-ledger", installed.plugin)
    scenarios = Scenarios(installed)
    work_scenarios = scenarios.work()
    warm = [*scenarios.bases(), *scenarios.unrelated(), *work_scenarios]
    figures = Figures(Times(quiet=effort.quiet), disk={"the plugin on disk": _size(installed.plugin)})
    if effort.alternative:
        program = frozen_alternative() / "obvious-program"
        warm += scenarios.alternative(program)
        figures.disk["the obvious way on disk"] = _size(program.parent)
    cold = [evicting(one, rows.cold(one.name), installed.plugin) for one in work_scenarios if one.name in rows.WORK]
    say(f"measuring {len(warm) + len(cold)} scenarios in {effort.rounds} rounds")
    measured(warm, cold, effort.rounds, figures.times, lambda: bring_back(installed.plugin))
    figures.memory = {one.name: peak_bytes(one) for one in warm if one.name in rows.MEMORY}
    figures.crowds = crowds(installed, figures.times, effort.crowds)
    _in_a_host(figures, marketplace, work / "host", effort.conversations)
    return figures


def _in_a_host(figures: Figures, marketplace: Path, work: Path, conversations: int) -> None:
    if not conversations:
        return
    say(f"playing {2 * conversations} conversations in a real Codex")
    try:
        figures.host = host_times(marketplace, work, conversations)
    except NoCodex as reason:
        figures.not_measured.append(f"hooks in a real Codex ({reason})")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in files(folder))
