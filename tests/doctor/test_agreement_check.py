"""Hooks and terminal must look for the state in the same place."""

from __future__ import annotations

import os
from pathlib import Path

from doctor.conftest import around, report, told
from practice_ledger.doctor.agreement_check import agreement
from practice_ledger.doctor.findings import Verdict
from practice_ledger.hosts.host_report import RunningHost


def write_counts(folder: Path, at: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tally.json").write_text("{}")
    os.utime(folder / "tally.json", (at, at))


def test_a_running_host_with_the_same_place_agrees(state_path: Path) -> None:
    host = report(running=(RunningHost(4711, {"PRACTICE_LEDGER_HOME": str(state_path)}),))
    came_to = agreement(around(host))
    assert came_to.verdict == Verdict.OK
    assert "Codex: 1 running, which keep it here too" in told(came_to)


def test_a_running_host_with_another_place_is_told_by_its_number(state_path: Path) -> None:
    host = report(running=(RunningHost(4711, {"XDG_STATE_HOME": "/elsewhere"}),))
    came_to = agreement(around(host))
    assert came_to.finding == "state-elsewhere"
    assert f"this shell: {state_path}" in told(came_to)
    assert "process 4711" in told(came_to)
    assert "/elsewhere/practice-ledger" in told(came_to)


def test_a_running_host_without_any_place_is_told(state_path: Path) -> None:
    host = report(running=(RunningHost(4711, {"PRACTICE_LEDGER_HOME": "relative"}),))
    assert "not an absolute path" in told(agreement(around(host)))


def test_later_activity_in_another_place_is_found(state_path: Path, tmp_path: Path) -> None:
    write_counts(state_path, 1000)
    write_counts(tmp_path / "xdg" / "practice-ledger", 2000)
    came_to = agreement(around(XDG_STATE_HOME=str(tmp_path / "xdg")))
    assert came_to.finding == "state-later-elsewhere"
    assert [each.at for each in came_to.evidence] == [2000, 1000]


def test_activity_in_another_place_is_found_although_nothing_is_here(state_path: Path) -> None:
    write_counts(Path(os.environ["HOME"]) / ".local" / "state" / "practice-ledger", 1000)
    assert agreement(around()).finding == "state-later-elsewhere"


def test_earlier_activity_in_another_place_is_history(state_path: Path, tmp_path: Path) -> None:
    write_counts(state_path, 2000)
    write_counts(tmp_path / "xdg" / "practice-ledger", 1000)
    came_to = agreement(around(XDG_STATE_HOME=str(tmp_path / "xdg")))
    assert came_to.verdict == Verdict.OK
    assert f"nothing newer in {tmp_path}/xdg/practice-ledger" in told(came_to)
