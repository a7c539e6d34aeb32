"""`practice-ledger doctor` as a whole: guarded, in bounded time, changing nothing."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from doctor.conftest import program_file, report, told
from practice_ledger import bounds
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.page import Page
from practice_ledger.commands.verbs.doctor import Doctor
from practice_ledger.doctor.check import Evidence, fine, found
from practice_ledger.doctor.findings import CHECKS, Verdict
from practice_ledger.doctor.look import Look

WARNING = found("disk-nearly-full", "ext4")
FAILURE = found("disk-full", "ext4")


def test_a_check_that_breaks_says_so() -> None:
    def broken() -> None:
        raise ZeroDivisionError("by nothing")

    came_to = Look("state-disk", broken).outcome(time.monotonic() + 5)
    assert came_to is not None
    assert (came_to.id, came_to.finding, came_to.verdict) == ("state-disk", "check-broke", Verdict.WARNING)
    assert "ZeroDivisionError: by nothing" in told(came_to)


def test_a_signal_that_comes_just_before_a_wait_is_heeded_within_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    never, waits = threading.Event(), []
    look = Look("state-disk", lambda: fine("state-disk") if never.wait(60) else None)
    wait = threading.Event.wait

    def noted(event: threading.Event, seconds: float | None = None) -> bool:
        waits.append(seconds)
        return wait(event, seconds)

    monkeypatch.setattr(threading.Event, "wait", noted)
    look.wait(time.monotonic() + 0.35)
    never.set()
    assert len(waits) > 3
    assert all(seconds is not None and seconds <= 0.1 for seconds in waits)


def test_a_check_that_hangs_is_left_behind() -> None:
    never = threading.Event()
    look = Look("state-disk", lambda: fine("state-disk") if never.wait(60) else None)
    came_to = look.outcome(time.monotonic() + 0.05)
    never.set()
    assert came_to is not None
    assert came_to.finding == "check-broke"
    assert "too long" in told(came_to)


def test_only_a_failure_changes_the_exit_status() -> None:
    assert Doctor(now=0, checks=[fine("state-disk")]).status == ExitStatus.OK
    assert Doctor(now=0, checks=[WARNING]).status == ExitStatus.OK
    assert Doctor(now=0, checks=[WARNING, FAILURE]).status == ExitStatus.FAULTS_FOUND


def shown(*checks: object, now: int = 0) -> list[str]:
    page = Page(terminal=False)
    Doctor.model_validate({"now": now, "checks": checks}).show(page)
    return page.text().splitlines()


def test_each_check_is_a_line_with_a_next_step_below_those_that_are_not_ok() -> None:
    assert shown(fine("state-disk", "ext4"), WARNING, FAILURE) == [
        "      CHECK              WHAT WAS SEEN",
        "ok    Disk of the state  ext4",
        "warn  Disk of the state  The disk of the state is nearly full. (ext4)",
        "                         -> Free some space there.",
        "FAIL  Disk of the state  The disk of the state is full. (ext4)",
        "                         -> Free some space there.",
        "",
        "It does not work yet: 1 failure, 1 warning, 1 ok.",
    ]


def test_a_next_step_that_is_a_command_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/you")
    place = shlex.quote("/home/you/of mine/state")
    [_, _, step, *_] = shown(found("state-open-to-others", "mode 0755", place=place))
    assert step.strip() == "-> Run: chmod -R go-rwx '/home/you/of mine/state'"


def test_times_are_told_as_ages() -> None:
    check = fine("activity", Evidence(text="start of a conversation: 3, last", at=1000), host=report())
    assert shown(check, now=1000 + 7200)[1].endswith("start of a conversation: 3, last 2 h ago")


def test_what_a_terminal_would_obey_is_made_visible() -> None:
    assert "\x1b" not in "".join(shown(fine("state-disk", "\x1b[31mred")))


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs the command with the PATH of a system that has neither Codex nor Lorelum."""
    environment = {**os.environ, "PATH": "/usr/bin:/bin", **variables}
    for name in [name for name in environment if name.startswith("CODEX_")]:
        if name not in variables:
            del environment[name]
    command = [sys.executable, "-m", "practice_ledger", "doctor", *arguments]
    runtime = str(Path(bounds.__file__).parents[1])
    environment["PYTHONPATH"] = runtime
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_where_nothing_is_installed_every_check_comes_to_something() -> None:
    done = run("--json")
    document = json.loads(done.stdout)
    assert document["status"] == done.returncode == ExitStatus.FAULTS_FOUND
    assert [check["id"] for check in document["result"]["checks"]] == list(CHECKS)
    assert not [check for check in document["result"]["checks"] if check["finding"] == "check-broke"]
    assert [check["finding"] for check in document["result"]["checks"] if check["verdict"] == "failure"] == [
        "plugin-not-installed"
    ]
    assert done.stderr == ""


def test_nothing_is_made_or_changed() -> None:
    home = Path(os.environ["HOME"])
    run()
    assert list(home.rglob("*")) == []


def test_a_host_that_hangs_costs_no_more_than_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program_file(tmp_path / "bin" / "codex", f"echo $$ >>'{tmp_path}/pids'", "sleep 300 & wait")
    (tmp_path / "codex-home").mkdir()
    began = time.monotonic()
    done = run("--json", PATH=f"{tmp_path}/bin:/usr/bin:/bin", CODEX_HOME=str(tmp_path / "codex-home"))
    assert time.monotonic() - began < bounds.DOCTOR_SECONDS + 5
    findings = [check["finding"] for check in json.loads(done.stdout)["result"]["checks"]]
    assert "host-silent" in findings
    for pid in (tmp_path / "pids").read_text().split():
        assert not Path(f"/proc/{pid}").exists()


def test_a_path_of_the_home_directory_is_told_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/you")
    assert shown(fine("state-place", "/home/you/state (there)"))[1].endswith("~/state (there)")
