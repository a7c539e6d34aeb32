"""Tests of signals hold however a run was started: `nohup` and a shell's background leave signals ignored."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TREE = Path(__file__).parents[1]
OF_SIGNALS = "tests/reading/test_asking_lore.py::test_a_signal_ends_lore_as_well"


@pytest.mark.skipif(sys.platform == "win32", reason="the signals are those of POSIX")
def test_what_a_test_starts_heeds_signals_that_the_run_ignores() -> None:
    ignoring = ["sh", "-c", 'trap "" HUP INT QUIT TERM; exec "$@"', "sh"]
    command = [*ignoring, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", OF_SIGNALS]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    assert "3 passed" in done.stdout, done.stdout
