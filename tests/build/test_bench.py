"""`python3 build bench` measures what it says, judges by its bars, and writes between its markers only."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from bench import bars, measuring, pages, plot, report, rows
from bench.figures import Crowd, Figures, Times
from bench.installed import Installed
from bench.measuring import NotShown, Scenario, bring_back, evict
from bench.peak_memory import peak_bytes
from bench.practices import LANGUAGES, practices
from bench.prepared_state import PreparedState
from bench.scenarios import Scenarios
from host_drivers.codex import CodexDriver
from practice_ledger import bounds

TREE = Path(__file__).resolve().parents[2]
PAGE = TREE / "docs" / "performance.md"


def all_at(ratio: float) -> Figures:
    """Figures in which everything takes the same time, which is so many times that of the two bases."""
    names = [*rows.UNRELATED, *rows.WORK, *rows.MORE, *map(rows.cold, rows.WORK)]
    seconds = {name: [ratio] * 20 for name in names} | {rows.EMPTY_HOOK: [1.0] * 20, rows.EMPTY_PYTHON: [1.0] * 20}
    return Figures(Times(seconds), {"a hook": 20_000_000}, crowds=[Crowd(rows.ONE_CONVERSATION, 32, 20.0, 0)])


def missed(figures: Figures) -> set[str]:
    return {one.bar for one in bars.verdicts(figures) if not one.kept}


@pytest.mark.parametrize(
    ("bar", "limit"),
    [
        ("times an empty hook, 2 KB", 2.5),
        ("times an empty hook, 40 KB", 3.0),
        ("times an empty Python, warm", 3.0),
        ("times an empty Python, cold", 6.0),
        ("many at once, times one alone", 32.0),
        ("many at once, reads lost", 0.0),
        ("memory, MB", 25.0),
    ],
)
def test_each_bar_is_the_promised_one(bar: str, limit: float) -> None:
    assert {one.limit for one in bars.verdicts(all_at(1.0)) if one.bar == bar} == {limit}


def test_every_bar_is_kept_at_its_limit_and_missed_beyond_it() -> None:
    assert missed(all_at(2.5)) == set()
    assert missed(all_at(2.6)) == {"times an empty hook, 2 KB"}
    assert missed(all_at(6.1)) == {
        "times an empty hook, 2 KB",
        "times an empty hook, 40 KB",
        "times an empty Python, warm",
        "times an empty Python, cold",
    }


def test_memory_and_lost_reads_miss_their_bars() -> None:
    figures = all_at(1.0)
    figures.memory["a hook"] = 25_000_001
    figures.crowds = [Crowd(rows.ONE_CONVERSATION, 32, 32.1, 1)]

    assert missed(figures) == {"memory, MB", "many at once, times one alone", "many at once, reads lost"}


@pytest.mark.parametrize(("large", "small"), rows.GROWTHS)
def test_growth_is_missed_beyond_a_quarter_and_beyond_what_the_spread_explains(large: str, small: str) -> None:
    figures = all_at(1.0)
    spread = [1.0] * 15 + [1.4] * 5
    figures.times.seconds |= {small: spread, large: [1.2] * 20}
    assert missed(figures) == set()
    figures.times.seconds[large] = [1.26] * 20
    assert len(missed(figures)) == 1
    figures.times.seconds |= {small: [1.0] * 20, large: [1.2] * 20}
    assert len(missed(figures)) == 1


def test_a_start_that_makes_room_counts_as_one_among_those_that_it_makes_room_for() -> None:
    allowed = 1 + bounds.ROOTS_DROPPED_AT_ONCE * (bars.GROWTH - 1)
    figures = all_at(1.0)
    figures.times.seconds[rows.SESSION_STARTS_BESIDE_1] = [1.0] * 15 + [1.4] * 5
    figures.times.seconds[rows.SESSION_MAKES_ROOM] = [allowed - 0.1] * 20
    assert missed(figures) == set()
    figures.times.seconds[rows.SESSION_MAKES_ROOM] = [allowed + 0.1] * 20
    assert len(missed(figures)) == 1


def test_slack_widens_limits_of_time_only() -> None:
    figures = all_at(4.9)
    figures.memory["a hook"] = 30_000_000

    assert {one.bar for one in bars.verdicts(figures, 2.0) if not one.kept} == {"memory, MB"}


def test_on_a_busy_machine_lower_quartiles_are_compared() -> None:
    seconds = {"base": [1.0] * 20, "chain": [2.0] * 8 + [5.0] * 12}
    assert Times(seconds).ratio("chain", "base") == 5.0
    assert Times(seconds, quiet=True).ratio("chain", "base") == 2.0


def test_a_hook_that_does_nothing_is_not_measured(assembled_plugin: Path, tmp_path: Path) -> None:
    scenarios = Scenarios(Installed(assembled_plugin, tmp_path)).work()
    lazy = [replace(scenario, command=["true"]) for scenario in scenarios]
    doubtful = [scenario.name for scenario in lazy if shown(scenario)]
    # it is only by its silence that this one can be told
    assert doubtful == [rows.CHILD_TOLD_NOTHING]


def shown(scenario: Scenario) -> bool:
    try:
        measuring.check(scenario)
    except NotShown:
        return False
    return True


def test_every_scenario_can_be_run_again_and_again(assembled_plugin: Path, tmp_path: Path) -> None:
    scenarios = Scenarios(Installed(assembled_plugin, tmp_path))
    for scenario in (*scenarios.bases(), *scenarios.unrelated(), *scenarios.work()):
        for _ in range(2):
            measuring.check(scenario)


def test_the_size_of_an_unrelated_call_is_that_of_its_payload(tmp_path: Path, assembled_plugin: Path) -> None:
    found = [len(scenario.payload) for scenario in Scenarios(Installed(assembled_plugin, tmp_path)).unrelated()]
    assert found == [2_000, 40_000, 1_000_000]


def test_peak_memory_is_that_of_the_largest_process(tmp_path: Path) -> None:
    script = "x = bytearray(64_000_000)"
    nested = Scenario("nested", ["sh", "-c", f'"{sys.executable}" -I -S -c "{script}"; true'], b"", {"PATH": "/bin"})
    assert 64_000_000 < peak_bytes(nested) < 100_000_000


def test_evicted_files_are_read_from_the_disk_again_until_they_are_brought_back() -> None:
    with tempfile.TemporaryDirectory(dir=TREE / ".build") as name:  # a temporary folder elsewhere may lie in memory
        folder = Path(name)
        file = folder / "file"
        file.write_bytes(b"x" * 1_000_000)
        evict(folder)
        assert read_from_disk(file) > 0
        evict(folder)
        bring_back(folder)
        assert read_from_disk(file) == 0


def test_nothing_warm_runs_between_a_cold_one_and_the_bringing_back() -> None:
    done: list[str] = []

    def noted(name: str) -> Scenario:
        return Scenario(name, ["true"], b"", {}, lambda: done.append(name))

    times = Times()
    warm, cold = [noted("warm"), noted("also warm")], [noted("cold")]
    measuring.measured(warm, cold, 20, times, lambda: done.append("brought back"))

    rounds = [done[start : start + 4] for start in range(3, len(done), 4)]
    assert done[:3] == ["warm", "also warm", "cold"]
    assert all(one[0] == "brought back" and one[3] == "cold" for one in rounds)
    assert {one[1] for one in rounds} == {"warm", "also warm"}
    assert {name: len(taken) for name, taken in times.seconds.items()} == {"warm": 20, "also warm": 20, "cold": 20}


def test_a_state_is_laid_again_as_it_was(tmp_path: Path) -> None:
    host, state = CodexDriver(), PreparedState(tmp_path / "state")
    with state.in_use():
        host.send(host.start("a"))
        state.keep()
        before = state.documents()
        host.send(host.start("a", "resume", "h2"))
        host.send(host.start("b"))
        changed = state.documents()
        state.restore()

    assert len(changed) == 2
    assert before[0] not in changed
    assert state.documents() == before


def read_from_disk(file: Path) -> int:
    """Blocks that a process of its own gets from the disk for reading this file."""
    return int(subprocess.run([sys.executable, "-c", READS_FROM_DISK, file], capture_output=True, check=True).stdout)


READS_FROM_DISK = """
import resource, sys
before = resource.getrusage(resource.RUSAGE_SELF).ru_inblock
open(sys.argv[1], "rb").read()
print(resource.getrusage(resource.RUSAGE_SELF).ru_inblock - before)
"""


def test_a_page_changes_between_its_markers_only(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- bench: begin (made) -->\nold\n<!-- bench: end -->\nafter\n")

    assert pages.put(page, "bench", "new")
    assert page.read_text() == "before\n<!-- bench: begin (made) -->\n\nnew\n\n<!-- bench: end -->\nafter\n"
    assert pages.taken(page, "bench") == "new"
    assert not pages.put(page, "other", "new")


def test_the_report_names_every_row_in_its_order_and_no_path_of_a_machine() -> None:
    figures = all_at(2.0)
    text = report.page(figures, bars.verdicts(figures), "Measured.")

    named = re.findall(r"^\| (.+?) \| [\d.]+ \| [\d.]+ \| [\d.]+ \| [\d.]+ \|$", text, re.MULTILINE)
    bases = [rows.EMPTY_HOOK, rows.EMPTY_PYTHON]
    assert named == [*bases, *rows.UNRELATED, *rows.WORK, *rows.MORE, *map(rows.cold, rows.WORK)]
    assert str(TREE) not in text


def test_the_plot_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    plot.draw(all_at(2.0).times, first)
    plot.draw(all_at(2.0).times, second)

    assert first.read_bytes() == second.read_bytes()
    assert rows.CHILD_TOLD_OF_32 in first.read_text()


def test_the_readmes_figures_are_those_of_the_page() -> None:
    measured = dict(
        re.findall(r"^\| (.+?) \| [\d.]+ \| [\d.]+ \| ([\d.]+ \| [\d.]+) \|$", PAGE.read_text(), re.MULTILINE)
    )
    shown = re.findall(
        r"^\| (.+?) \| ([\d.]+ \| [\d.]+) \|$", pages.taken(TREE / "README.md", "bench") or "", re.MULTILINE
    )
    assert shown
    assert dict(shown) == {name: measured[name] for name, _ in shown}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_practices_have_the_sizes_of_a_public_pack(language: str) -> None:
    held = practices(language)

    assert len(held) == len({one.practice_id for one in held}) == len({one.applies_when for one in held}) == 34
    assert max(len(one.practice_id) for one in held) <= 75
    assert max(len(one.title.encode()) for one in held) <= 60
    assert all(130 <= len(one.applies_when.encode()) <= 320 for one in held)
    assert all(5_000 <= len(one.answer().encode()) <= 7_000 for one in held)


@pytest.mark.parametrize("arguments", [["--fast"], ["--quick", "--calibrate"], ["more"]])
def test_wrong_usage_is_found_before_anything_is_built(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, TREE / "build", "bench", *arguments], capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert "usage: python3 build bench" in done.stderr
    assert done.stdout == ""


def test_a_translated_table_keeps_its_words_and_takes_the_figures(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- bench: begin -->\n| | mal |\n|---|---|\n| eins | 1 |\n| zwei | 2 |\n<!-- bench: end -->\n")
    new = "|  | times |\n| --- | --- |\n| one | 3.5 |\n| two | 4.5 |\n"
    assert pages.translated(page, "bench", new) == "| | mal |\n|---|---|\n| eins | 3.5 |\n| zwei | 4.5 |"
    with pytest.raises(ValueError, match="translate"):
        pages.translated(page, "bench", new + "| three | 5.5 |\n")
