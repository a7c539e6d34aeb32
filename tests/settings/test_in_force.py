"""What the settings do to a hook and to the reading command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from host_drivers.notebook import NotebookDriver
from practice_ledger import bounds
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.deadline import Deadline
from practice_ledger.hosts.codex.caller import CALL_VARIABLE, SESSION_VARIABLE, THREAD_VARIABLE
from practice_ledger.reading.sealer import receipts
from practice_ledger.settings.settings import put_in_force

from .conftest import Write

RUNTIME = Path(practice_ledger.__file__).parents[1]
IDS = ["a.one", "a.two", "a.three"]


@pytest.fixture(params=[CodexDriver, NotebookDriver], ids=lambda driver: driver.host)
def host(request: pytest.FixtureRequest, state_path: Path) -> HostDriver:
    driver: HostDriver = request.param()
    return driver


def read_all(host: HostDriver) -> None:
    host.send(host.start("a"))
    for practice_id in IDS:
        host.read("a", practice_id)


def told(host: HostDriver) -> list[str]:
    return [practice_id for practice_id in IDS if f'"{practice_id}"' in host.hint("a")]


def contents(state_path: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in state_path.rglob("*") if path.is_file()}


def test_switched_off_nothing_is_recorded_told_or_counted(host: HostDriver, write: Write, state_path: Path) -> None:
    read_all(host)
    write("enabled = false\n")
    host.hint("a")  # the first one keeps the snapshot
    before = contents(state_path)
    host.send(host.start("b"))
    host.read("a", "a.four")
    host.send(b"not an event")
    assert host.hint("a") == ""
    assert contents(state_path) == before


def test_switched_off_no_state_directory_is_made(host: HostDriver, write: Write, state_path: Path) -> None:
    write("enabled = false\n")
    read_all(host)
    assert not state_path.exists()


def test_switched_on_again_what_was_remembered_is_told_again(host: HostDriver, write: Write) -> None:
    read_all(host)
    write("enabled = false\n")
    assert told(host) == []
    write("enabled = true\n")
    assert told(host) == IDS


def test_without_hints_reads_are_recorded_but_children_told_nothing(host: HostDriver, write: Write) -> None:
    file = write("hints = false\n")
    read_all(host)
    assert host.hint("a") == ""
    file.unlink()
    bounds.lower({})  # as another process has them
    assert told(host) == IDS


def test_without_hints_the_start_of_a_child_is_counted(write: Write, state_path: Path) -> None:
    host = CodexDriver()
    write("hints = false\n")
    read_all(host)
    host.hint("a")
    assert json.loads((state_path / "tally.json").read_text())["events"]["child-started"]["count"] == 1


def test_a_lowered_number_of_items_is_kept_to(host: HostDriver, write: Write) -> None:
    read_all(host)
    write("[bounds]\nhint_items = 2\n")
    assert told(host) == ["a.two", "a.three"]
    assert "(1 more not shown.)" in host.hint("a")


@pytest.mark.parametrize("content", ["enabled = maybe\n", "enabled = false\n[bounds]\nroots = 1000\n", "\0"])
def test_a_bad_file_changes_nothing_at_all(host: HostDriver, write: Write, content: str) -> None:
    write(content)
    read_all(host)
    assert told(host) == IDS
    assert not bounds.lowered


def test_a_fault_of_the_settings_own_code_costs_no_read(
    host: HostDriver, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("enabled = false\n")
    monkeypatch.setattr("practice_ledger.settings.snapshot.understood", lambda _: 1 / 0)
    read_all(host)
    assert told(host) == IDS


@pytest.mark.parametrize(("content", "sealed"), [("", 1), ("enabled = false\n", 0), ("enabled = maybe\n", 1)])
def test_switched_off_the_reading_command_seals_nothing(
    content: str, sealed: int, write: Write, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = CodexDriver()
    host.send(host.start("a"))
    for name in (SESSION_VARIABLE, THREAD_VARIABLE, CALL_VARIABLE):
        monkeypatch.setenv(name, "a")
    write(content)
    assert len(receipts([PracticeRead("a.b", "a" * 64, "T", None, ["pack"])])) == sealed


def test_waits_are_those_of_the_settings(write: Write) -> None:
    before = Deadline()
    write("[bounds]\nhook_seconds = 1.5\nlock_seconds = 0.25\n")
    put_in_force()
    after = Deadline()
    before.keep_to_bounds()
    for deadline in (before, after):
        assert 0 < deadline.left() <= 1.5
        assert deadline.left_for_locks() == 0.25


def test_a_hook_that_hangs_is_ended_by_the_lowered_bound(write: Write, tmp_path: Path) -> None:
    write("[bounds]\nhook_seconds = 0.5\n")
    os.mkfifo(tmp_path / "pipe")  # that nobody ever writes to
    program = (
        "import os, sys\n"
        "from practice_ledger import hook\n"
        "hook._adapter = lambda host: lambda payload, run: os.open(sys.argv[1], os.O_RDONLY)\n"
        "hook.run('codex')\n"
    )
    environment = {"HOME": os.environ["HOME"], "PYTHONPATH": str(RUNTIME)}
    started = time.monotonic()
    command = [sys.executable, "-c", program, str(tmp_path / "pipe")]
    done = subprocess.run(command, env=environment, input=b"{}", check=False, timeout=30)
    assert done.returncode == -signal.SIGALRM
    assert time.monotonic() - started < bounds.CEILINGS["HOOK_SECONDS"]


def test_longer_waits_than_those_of_the_settings_that_somebody_asked_for_are_kept(write: Write) -> None:
    write("[bounds]\nhook_seconds = 1\n")
    put_in_force()
    assert Deadline(60.0, 10.0).left() > 50
