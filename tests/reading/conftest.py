"""The reading command as an agent calls it: the assembled plugin's `bin/practice-ledger`, and lores of all kinds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

STAND_IN = Path(__file__).parents[1] / "stand_in" / "lore"
# What the stand-in for lore is run by.
INTERPRETER = Path(sys.executable).parent

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux' own")

Done = subprocess.CompletedProcess[bytes]
Read = Callable[..., Done]
MakeLore = Callable[[str], Path]


@pytest.fixture
def program(assembled_plugin: Path) -> Path:
    return assembled_plugin / "bin" / "practice-ledger"


@pytest.fixture
def lore_calls(tmp_path: Path) -> Callable[[], list[str]]:
    """What the stand-in was called with so far, a line a call: its exit status and its arguments."""
    return lambda: (tmp_path / "calls").read_text().splitlines() if (tmp_path / "calls").exists() else []


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Of a shell that finds the stand-in for lore, in a home of its own."""
    found = tmp_path / "found"
    found.mkdir()
    (found / "lore").symlink_to(STAND_IN)
    return {
        "PATH": f"{found}:{INTERPRETER}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PRACTICE_LEDGER_HOME": str(tmp_path / "state"),
        "LORE_STAND_IN_CALLS": str(tmp_path / "calls"),
    }


@pytest.fixture
def read(program: Path, environment: dict[str, str], tmp_path: Path) -> Read:
    """Runs `practice-ledger read` to its end: `read("a.b", "a.c", VARIABLE="value")`."""
    project = tmp_path / "project"
    project.mkdir(exist_ok=True)

    def run(*arguments: str, **variables: str) -> Done:
        return subprocess.run(
            [program, "read", *arguments],
            cwd=project,
            env=environment | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=60,
        )

    return run


@pytest.fixture
def make_lore(tmp_path: Path) -> MakeLore:
    """Makes a `lore` out of the lines of a shell script, and gives its path."""

    def make(script: str) -> Path:
        path = tmp_path / "made" / "lore"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return make


def is_running(process_id: int) -> bool:
    """Whether a process is there and has not ended; one whose parent has not asked for its status has."""
    if sys.platform != "linux":
        asked = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(process_id)], capture_output=True, text=True, check=False
        )
        return asked.stdout.strip()[:1] not in ("", "Z")
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def whole_environment(text: bytes) -> dict[str, str]:
    """What `env -0` printed."""
    pairs = os.fsdecode(text).split("\0")
    return dict(pair.split("=", 1) for pair in pairs if pair)
