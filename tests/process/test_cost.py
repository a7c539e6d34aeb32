"""What a hook costs, as ratios in one run. `python3 build test tests/process/test_cost.py -s` prints the table."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line

from .conftest import Installed

RUNS = 31
EMPTY_HOOK, EMPTY_PYTHON = "an empty hook, `bash -c :`", "`python3 -I -S -c pass`"
# Ratios that must not be passed: the first to an empty hook, the second to an empty Python.
UNRELATED_LIMIT, READ_LIMIT = 4.0, 15.0


def test_hooks_cost_no_more_than_promised(install: Callable[..., Installed], tmp_path: Path) -> None:
    installed, host = install(real=True), CodexDriver()
    environment = {
        "PATH": "/usr/bin:/bin",
        "PLUGIN_ROOT": str(installed.root),
        "PRACTICE_LEDGER_HOME": str(tmp_path / "state"),
    }
    read = ("a", "c1", f"lore get {PRACTICE} --json")
    answer = line(body="A line of a body of usual length.\n" * 150)
    hooks = {
        "the start of a session": ("SessionStart", host.start("a")),
        "a shell call without a read, 2 KB": ("PostToolUse", host.finish("a", "c", "ls", "x" * 2_000)),
        "a shell call without a read, 40 KB": ("PostToolUse", host.finish("a", "c", "ls", "x" * 40_000)),
        "the start of a read": ("PreToolUse", host.begin(*read)),
        "the end of a read, recorded": ("PostToolUse", host.finish(*read, answer)),
        "the start of a child, with a hint": ("SubagentStart", host.child("a", "agent-1")),
        "the end of a session": ("SessionEnd", host.end("a")),
    }
    commands = {EMPTY_HOOK: (["bash", "-c", ":"], b""), EMPTY_PYTHON: ([sys.executable, "-I", "-S", "-c", "pass"], b"")}
    commands |= {name: (["bash", "-c", installed.command(event)], sent) for name, (event, sent) in hooks.items()}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):  # one after another, so that whatever else the machine does hits all alike
        for name, (command, sent) in commands.items():
            started = time.perf_counter()
            subprocess.run(command, input=sent, env=environment, stdout=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - started)
    median = {name: statistics.median(taken) for name, taken in times.items()}

    print("\n| | x empty hook | x empty Python |\n|---|---|---|")
    for name, took in median.items():
        print(f"| {name} | {took / median[EMPTY_HOOK]:.1f} | {took / median[EMPTY_PYTHON]:.1f} |")
    assert median["a shell call without a read, 2 KB"] <= UNRELATED_LIMIT * median[EMPTY_HOOK]
    for name in hooks:
        assert median[name] <= READ_LIMIT * median[EMPTY_PYTHON], name
