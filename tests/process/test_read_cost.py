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
EMPTY_PYTHON, LORE = "`python3 -I -S -c pass`", "`lore get a.b --json`"
LIMIT = 4.0  # times an empty Python, over lore itself


def test_a_read_costs_little_over_lore_itself(install: Callable[..., Installed], tmp_path: Path) -> None:
    installed = install(real=True)
    answer = tmp_path / "answer"
    answer.write_text(lorelum_answers.line("a.b", body="A line of a body of usual length.\n" * 150))
    lore = tmp_path / "found" / "lore"
    lore.parent.mkdir()
    lore.write_text(f"#!/bin/sh\nexec cat '{answer}'\n")  # the quicker lore is, the steadier is what is measured
    lore.chmod(0o755)
    outside = {"PATH": f"{lore.parent}:/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    subprocess.run([installed.program, "hook", "codex"], input=CodexDriver().start("a"), env=outside, check=True)
    caller = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}
    read = [str(installed.root / "bin" / "practice-ledger"), "read", "a.b"]
    sealed, plain = "a sealed read", "a read outside of a host"
    commands: dict[str, tuple[list[str], dict[str, str]]] = {
        EMPTY_PYTHON: ([sys.executable, "-I", "-S", "-c", "pass"], outside),
        LORE: ([str(lore), "get", "a.b", "--json"], outside),
        plain: (read, outside),
        sealed: (read, outside | caller),
    }
    assert b"receipt" in subprocess.run(read, env=outside | caller, capture_output=True, check=True).stderr
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):  # one after another, so that whatever else the machine does hits all alike
        for name, (command, environment) in commands.items():
            started = time.perf_counter()
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            times[name].append(time.perf_counter() - started)
    median = {name: statistics.median(taken) for name, taken in times.items()}
    over = {name: (median[name] - median[LORE]) / median[EMPTY_PYTHON] for name in (plain, sealed)}

    print("\n| | x empty Python, over `lore` itself |\n|---|---|")
    for name, ratio in over.items():
        print(f"| {name} | {ratio:.1f} |")
    assert max(over.values()) <= LIMIT
