"""Reads off the peak memory of scenarios."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from bench.measuring import Scenario

_METER = Path(__file__).with_name("memory_meter.py")


def peak_bytes(scenario: Scenario) -> int:
    """The largest resident size of any process of one run."""
    scenario.prepare()
    program, *arguments = scenario.command
    path = shutil.which(program) or program
    command = [sys.executable, "-I", "-S", str(_METER), path, *arguments]
    done = subprocess.run(command, input=scenario.payload, env=scenario.environment, capture_output=True, check=True)
    return int(done.stdout)
