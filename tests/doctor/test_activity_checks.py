"""What the hooks saw last, and whether reads could be proven."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from doctor.conftest import around, report, told
from host_drivers.codex import CodexDriver
from practice_ledger import hook_run
from practice_ledger.contract.candidate import REJECTED
from practice_ledger.deadline import Deadline
from practice_ledger.doctor.activity_checks import activity, reads
from practice_ledger.doctor.findings import Verdict
from practice_ledger.storage import tally
from practice_ledger.storage.state import State

TEXT = "Give Delegated Agents Decision Context\n"


def test_hooks_that_never_ran_are_told(state_path: object) -> None:
    came_to = activity(around(), report())
    assert (came_to.finding, came_to.verdict) == ("hooks-never-ran", Verdict.WARNING)


def test_counts_that_were_forgotten_are_no_reason_to_say_that_hooks_never_ran(
    driver: CodexDriver, state_path: Path
) -> None:
    driver.send(driver.start("root"))
    (state_path / "tally.json").unlink()
    came_to = activity(around(), report())
    assert (came_to.verdict, came_to.finding) == (Verdict.OK, None)
    assert "forgotten" in told(came_to)


def test_without_a_plugin_nothing_else_was_to_be_expected(state_path: object) -> None:
    came_to = activity(around(), report(installations=()))
    assert came_to.verdict == Verdict.OK
    assert "never ran" in told(came_to)


def test_the_last_event_of_each_type_is_told_and_those_that_never_came(driver: CodexDriver) -> None:
    driver.send(driver.start("a"))
    driver.read("a")
    came_to = activity(around(), report())
    assert came_to.verdict == Verdict.OK
    seen = {each.text: each.at for each in came_to.evidence}
    assert abs((seen["start of a conversation: 1, last"] or 0) - time.time()) < 60
    assert seen["end of a read: 1, last"]
    assert seen["start of a subagent: none yet"] is None


def test_a_proven_read_is_told_with_its_time(driver: CodexDriver) -> None:
    driver.send(driver.start("a"))
    driver.read("a")
    came_to = reads(around())
    assert came_to.verdict == Verdict.OK
    assert came_to.evidence[0].at is not None


def test_reads_in_text_form_are_found(driver: CodexDriver) -> None:
    driver.send(driver.start("a"))
    driver.send(driver.begin("a", "c1", "lore get a.b"))
    driver.send(driver.finish("a", "c1", "lore get a.b", TEXT))
    came_to = reads(around())
    assert came_to.finding == "reads-in-text"
    assert "1 in text" in told(came_to)
    assert "no proven read yet" in told(came_to)


def test_a_proven_read_after_one_in_text_settles_it(driver: CodexDriver) -> None:
    driver.send(driver.start("a"))
    driver.send(driver.begin("a", "c1", "lore get a.b"))
    driver.send(driver.finish("a", "c1", "lore get a.b", TEXT))
    driver.read("a")
    assert reads(around()).verdict == Verdict.OK


def test_reads_in_text_after_a_proven_one_are_found(driver: CodexDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.send(driver.start("a"))
    driver.read("a")
    monkeypatch.setattr(hook_run, "_now", lambda: int(time.time()) + 60)
    driver.send(driver.begin("a", "c1", "lore get a.b"))
    driver.send(driver.finish("a", "c1", "lore get a.b", TEXT))
    assert reads(around()).finding == "reads-in-text"


def test_a_read_that_was_rejected_is_no_proven_one(driver: CodexDriver, state_path: object) -> None:
    driver.send(driver.start("a"))
    state = State.opened(str(state_path), Deadline(), create=False)
    assert state is not None
    tally.count(state, [(tally.RESULTS, REJECTED)], 1000)
    state.close()
    assert "no proven read yet" in told(reads(around()))
