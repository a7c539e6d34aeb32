"""A hook that cannot do its work gives up in time and in silence. [R12, R21]"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from lorelum_answers import line
from practice_ledger import bounds

from .conftest import SILENT, Installed, RunHook

READ = ("a", "c1", "lore get some.practice --json")
RUNTIME = Path(practice_ledger.__file__).parents[1]
START_UP = 2.0  # seconds that a loaded machine may take to start and end a process


@pytest.fixture
def held(tmp_path: Path, install: Callable[..., Installed], run_hook: RunHook) -> tuple[Installed, dict[str, str]]:
    """An installed plugin and the environment of its hooks, with every lock of the state held by this process."""
    installed, state = install(real=True), tmp_path / "state"
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(state)}
    host = CodexDriver()
    for event, payload in [("SessionStart", host.start("a")), ("PreToolUse", host.begin(*READ))]:
        assert run_hook(installed, "/bin/bash", event, payload, environment) == SILENT
    for number in range(bounds.LOCK_STRIPES):
        (state / "locks" / f"stripe-{number:02d}.lock").touch()
    for path in (state / "locks").iterdir():
        fcntl.flock(os.open(path, os.O_RDWR), fcntl.LOCK_EX)  # held until this process ends
    return installed, environment


@pytest.mark.parametrize(
    ("event", "limit"),
    [
        ("SessionStart", bounds.HOOK_SECONDS),
        ("PreToolUse", bounds.HOOK_SECONDS),
        ("PostToolUse", bounds.HOOK_SECONDS),
        ("SessionEnd", bounds.SESSION_END_SECONDS),
    ],
)
def test_a_hook_that_waits_for_a_held_lock_ends_in_time(
    held: tuple[Installed, dict[str, str]], run_hook: RunHook, event: str, limit: float
) -> None:
    host = CodexDriver()
    payload = {
        "SessionStart": host.start("a", "resume"),
        "PreToolUse": host.begin("a", "c2", READ[2]),
        "PostToolUse": host.finish(*READ, line("some.practice")),
        "SessionEnd": host.end("a"),
    }[event]
    installed, environment = held

    started = time.monotonic()
    assert run_hook(installed, "/bin/bash", event, payload, environment) == SILENT
    assert time.monotonic() - started < limit + START_UP


def test_the_end_of_a_session_waits_less_than_other_events(
    held: tuple[Installed, dict[str, str]], run_hook: RunHook
) -> None:
    installed, environment = held
    host, took = CodexDriver(), {}
    for event, payload in {"SessionStart": host.start("a", "resume"), "SessionEnd": host.end("a")}.items():
        started = time.monotonic()
        assert run_hook(installed, "/bin/bash", event, payload, environment) == SILENT
        took[event] = time.monotonic() - started
    assert took["SessionEnd"] + 0.5 < took["SessionStart"]


def test_a_program_that_is_out_of_time_is_silence_to_the_host(
    install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()
    installed.replace_program("#!/bin/sh\necho half a reply\nkill -ALRM $$\n")
    assert run_hook(installed, "/bin/bash", "SessionStart", b"{}") == SILENT


@pytest.mark.parametrize(
    ("shorten", "limit"), [("", bounds.HOOK_SECONDS), ("deadline.shorten(1.0);", bounds.SESSION_END_SECONDS)]
)
@pytest.mark.parametrize("blocked", [False, True])
def test_a_hook_that_hangs_in_a_system_call_is_ended_by_its_own_timer(
    tmp_path: Path, shorten: str, limit: float, blocked: bool
) -> None:
    """As on a file system that hangs; here the call is the opening of a pipe that nobody ever writes to."""
    os.mkfifo(tmp_path / "pipe")
    program = (
        "import os, signal, sys\n"
        f"signal.pthread_sigmask(signal.SIG_BLOCK, {[int(signal.SIGALRM)] if blocked else []})\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from practice_ledger import hook\n"
        f"def hangs(host, payload, deadline): {shorten} os.open(sys.argv[2], os.O_RDONLY)\n"
        "hook.answer = hangs\n"
        "hook.run('codex')\n"
    )
    command = [sys.executable, "-I", "-c", program, str(RUNTIME), str(tmp_path / "pipe")]

    started = time.monotonic()
    done = subprocess.run(command, input=b"{}", capture_output=True, check=False, timeout=30)
    took = time.monotonic() - started

    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGALRM, b"", b""), "the wrapper makes 0 of that"
    assert limit <= took < limit + START_UP
