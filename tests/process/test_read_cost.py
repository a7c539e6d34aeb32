"""What `practice-ledger read` costs over `lore get` itself. `python3 build test tests/process/test_read_cost.py -s`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import lorelum_answers
from host_drivers.codex import CodexDriver

from .conftest import Installed

RUNS = 41
EMPTY_PYTHON = "`python3 -I -S -c pass`"
LIMIT = 4.0  # times an empty Python, over lore itself
CALLER = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}

Command = tuple[list[str], dict[str, str]]


def test_a_read_costs_little_over_lore_itself(install: Callable[..., Installed], tmp_path: Path) -> None:
    """The worst case is a lore that answers at once: the command gets ready while a slower one is at work."""
    installed = install(real=True)
    outside = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    subprocess.run([installed.program, "hook", "codex"], input=CodexDriver().start("a"), env=outside, check=True)
    read = [str(installed.root / "bin" / "practice-ledger"), "read", "a.b"]
    commands: dict[str, Command] = {EMPTY_PYTHON: ([sys.executable, "-I", "-S", "-c", "pass"], outside)}
    lore_of = {}
    for kind, seconds in (("a lore that answers at once", 0.0), ("a lore that takes 50 ms", 0.05)):
        lore = made_lore(tmp_path / kind.replace(" ", "-"), seconds)
        environment = outside | {"PRACTICE_LEDGER_LORE": str(lore)}
        commands[kind] = ([str(lore), "get", "a.b", "--json"], environment)
        for name, variables in ((f"a sealed read, {kind}", CALLER), (f"a read outside of a host, {kind}", {})):
            commands[name], lore_of[name] = (read, environment | variables), kind
            assert (b"receipt" in errors_of(commands[name])) == bool(variables)
    took = measured(commands)
    over = {name: (took[name] - took[kind]) / took[EMPTY_PYTHON] for name, kind in lore_of.items()}

    print("\n| | x empty Python, over `lore` itself |\n|---|---|")
    for name, ratio in over.items():
        print(f"| {name} | {ratio:.1f} |")
    assert max(over.values()) <= LIMIT


def made_lore(folder: Path, seconds: float) -> Path:
    folder.mkdir()
    (folder / "answer").write_text(lorelum_answers.line("a.b", body="A line of a body of usual length.\n" * 150))
    lore = folder / "lore"
    lore.write_text(f"#!/bin/sh\n{f'sleep {seconds}' if seconds else ''}\nexec cat '{folder}/answer'\n")
    lore.chmod(0o755)
    return lore


def errors_of(command: Command) -> bytes:
    return subprocess.run(command[0], env=command[1], capture_output=True, check=True).stderr


def measured(commands: dict[str, Command]) -> dict[str, float]:
    """Seconds of each, as the lower quartile: a busy machine holds up a chain of processes more than a single one."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):  # one after another, so that whatever else the machine does hits all alike
        for name, (command, environment) in commands.items():
            started = time.perf_counter()
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - started)
    return {name: statistics.quantiles(taken, n=4)[0] for name, taken in times.items()}
