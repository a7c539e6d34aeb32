"""docs/evidence.md says what runs have shown, and the runtime knows of each version what the page says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codex_host import codex_install
from evidence import page, result
from evidence.fact import Judgement, Verdict
from evidence.facts import FACTS, JUDGED
from evidence.modes import CODE, MODES, PLAIN
from evidence.result import Mode, Run
from practice_ledger.hosts.codex.known_versions import LACKS, TRIED, lacks

TREE = Path(__file__).resolve().parents[2]
RUNS = result.load()
HARMLESS = {
    "interrupted": "as a read that a script does not show, one that goes on after an interruption was made",
    "forking": "a fork's id is new there too, and an unknown root starts empty whatever the source says",
    "calls-at-once": "nothing rests on it that two calls begin one after the other",
    "folder-of-a-call": "nothing rests on it",
    "core-environment": "without the state's place in a command's environment the usual place is taken",
    "thread-variable": "without it a sealed read is not made, which the lack of the call's name says already",
    "session-variable": "as above",
    "thread-of-the-root": "as above",
    "a-sealed-read-reaches-a-child": "follows from the lack of the call's name",
    "several-sealed-reads": "as above",
    "a-rewound-read-is-not-told": "follows from the lack of word of a rewinding",
    "a-refused-hook-is-reported": "what the host does not report it does not run all the same",
    "removal-is-silent": "the plugin's command line is silent where its files are gone",
}
"""Facts that do not hold in some version, and why no row of what it lacks is needed for them."""


def fails(fact: str) -> set[str]:
    """The versions in which a fact does not hold in one of the modes."""
    return {
        run.version
        for run in RUNS
        for mode in run.modes.values()
        if mode.judgements and mode.judgements[fact].verdict == Verdict.FAILS
    }


def test_every_pinned_version_was_run_in_both_modes_and_every_fact_judged() -> None:
    assert [run.version for run in RUNS if run.pinned] == codex_install.pinned_versions()
    for run in RUNS:
        assert set(run.modes) == set(MODES)
        for mode in run.modes.values():
            assert mode.none or set(mode.judgements) == {fact.name for fact in JUDGED}


def test_a_verdict_that_is_not_plain_says_what_was_seen() -> None:
    for run in RUNS:
        for mode in run.modes.values():
            for judgement in mode.judgements.values():
                assert (judgement.seen == "") == (judgement.verdict == Verdict.HOLDS)


def test_every_fact_holds_in_the_newest_version_where_it_applies() -> None:
    assert [fact.name for fact in JUDGED if RUNS[0].version in fails(fact.name)] == []


@pytest.mark.parametrize("test", sorted({fact.test.split()[0] for fact in FACTS if fact.test}))
def test_each_test_that_the_page_names_exists(test: str) -> None:
    assert (TREE / test).exists()


def test_the_runtime_knows_the_versions_that_were_run() -> None:
    assert list(TRIED) == [run.version for run in reversed(RUNS)]


@pytest.mark.parametrize("lack", LACKS, ids=lambda lack: lack.fact)
def test_what_the_runtime_says_that_a_version_lacks_was_seen_there_and_nowhere_else(lack: object) -> None:
    said = {version for version in TRIED if lack in lacks(version)}
    assert said == fails(lack.fact)  # type: ignore[attr-defined]
    assert said


def test_what_does_not_hold_somewhere_is_told_by_the_runtime_or_does_no_harm() -> None:
    not_everywhere = {fact.name for fact in JUDGED if fails(fact.name)}
    assert not_everywhere <= {lack.fact for lack in LACKS} | set(HARMLESS)


def test_the_table_has_a_row_for_each_fact_and_says_once_what_several_builds_share() -> None:
    yes, no = Judgement(Verdict.HOLDS), Judgement(Verdict.FAILS, "a | b")
    all_yes = {fact.name: yes for fact in JUDGED}
    one_no = {**all_yes, "shell-calls": no}
    runs = [
        Run("2.0.0", "2030-01-01", True, {PLAIN: Mode("m", all_yes), CODE: Mode("c", one_no)}),
        Run("1.0.0", "2030-01-01", False, {PLAIN: Mode("m", one_no), CODE: Mode(none="no model")}),
        Run("0.9.0", "2030-01-01", True, {PLAIN: Mode("m", one_no), CODE: Mode("c", one_no)}),
    ]
    lines = page.verdicts_table(runs).splitlines()
    assert [line.split("`")[1] for line in lines if line.startswith("| `")] == [fact.name for fact in JUDGED]
    assert "| `shell-calls` | yes / **no** | **no** / n/a | **no** |" in lines
    assert "- `shell-calls` does not hold in 2.0.0 code-mode, 1.0.0 unified-exec, 0.9.0: a \\| b." in lines
    assert "- 1.0.0, not pinned, run on 2030-01-01: `unified-exec` with m, `code-mode` has none (no model)" in lines


def test_a_stored_result_is_read_as_it_was_written_and_replaced_by_version(tmp_path: Path) -> None:
    judgements = {"a": Judgement(Verdict.HOLDS), "b": Judgement(Verdict.NOT_APPLICABLE, "why")}
    old = Run("1.2.0", "2030-01-01", True, {PLAIN: Mode("m", judgements), CODE: Mode(none="no model")})
    new = Run("1.10.0", "2030-01-02", False, {PLAIN: Mode("m", judgements), CODE: Mode("c", judgements)})
    file = tmp_path / "verdicts.json"
    result.store([old, new], file)
    assert result.load(file) == [new, old]
    changed = Run(
        "1.2.0", "2030-01-03", True, {PLAIN: Mode("m", {**judgements, "a": judgements["b"]}), CODE: Mode("c")}
    )
    assert result.changes([new, old], changed) == [
        "1.2.0 unified-exec: a: was holds; is not applicable (why)",
        "1.2.0 code-mode: it has this mode now",
    ]
    result.store([changed], file)
    assert result.load(file) == [new, changed]


@pytest.mark.parametrize("pinned", [True, False])
def test_what_differs_is_stored_only_to_be_kept_and_told_each_time_until_then(tmp_path: Path, pinned: bool) -> None:
    def run(date: str, verdict: Judgement) -> Run:
        return Run("1.2.0", date, pinned, {PLAIN: Mode("m", {"a": verdict}), CODE: Mode(none="no model")})

    file = tmp_path / "verdicts.json"
    old, same = run("2030-01-01", Judgement(Verdict.HOLDS)), run("2030-01-02", Judgement(Verdict.HOLDS))
    new = run("2030-01-03", Judgement(Verdict.FAILS, "why"))
    assert result.settle(old, [], file, keep=False) == ["1.2.0: it was not run before"]
    assert result.load(file) == []
    assert result.settle(old, [], file, keep=True) == ["1.2.0: it was not run before"]
    for _ in range(2):
        assert result.settle(new, [], file, keep=False) == ["1.2.0 unified-exec: a: was holds; is does not hold (why)"]
        assert result.settle(same, ["a recording"], file, keep=False) == ["a recording"]
        assert result.load(file) == [old]
    assert result.settle(same, [], file, keep=False) == []
    assert result.load(file) == [same if pinned else old]
    assert len(result.settle(new, ["a recording"], file, keep=True)) == 2
    assert result.load(file) == [new]
    assert result.settle(new, [], file, keep=True) == []


@pytest.mark.parametrize("arguments", [["--fast"], ["latest"], ["0.171"], ["\u0660.\u0661.\u0660"]])
def test_wrong_usage_is_found_before_anything_is_built(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, TREE / "build", "evidence", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "usage: python3 build evidence" in done.stderr
    assert done.stdout == ""
