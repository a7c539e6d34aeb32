"""Runs a program under `strace`: which of its system calls touch a folder, and what if one fails or is its last.

The program must be one process. Calls count as touching the folder when strace names a path below it in them, be it as
an argument or as what a descriptor stands for.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

KILL = "signal=SIGKILL"
_LINE = re.compile(r"\d+ +(\w+)\(")


@dataclass(frozen=True)
class Program:
    """What is run: a command, its standard input and its environment."""

    command: Sequence[str]
    payload: bytes
    environment: Mapping[str, str]


@dataclass(frozen=True)
class Point:
    """The `ordinal`th time, counted from 1, that the program makes the system call `call`. With `onward`, and every
    time after."""

    call: str
    ordinal: int
    onward: bool = False

    def __str__(self) -> str:
        return f"{self.call} {self.ordinal}{'+' if self.onward else ''}"


@dataclass(frozen=True)
class End:
    """How the program ended. `hit`: the injection met a call that touches the folder."""

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    hit: bool


def points(program: Program, folder: Path, log: Path) -> list[Point]:
    """Every system call of the program that touches `folder`, in order."""
    _strace(program, log, ())
    ordinals: Counter[str] = Counter()
    found = []
    for line in log.read_text(errors="replace").splitlines():
        if call := _LINE.match(line):
            ordinals[call[1]] += 1
            if _touches(line, folder):
                found.append(Point(call[1], ordinals[call[1]]))
    return found


def injected(program: Program, folder: Path, log: Path, point: Point, action: str) -> End:
    """Runs the program with `action` at `point`: `KILL`, in place of the call, or `error=EIO` and the like."""
    inject = f"inject={point.call}:{action}:when={point.ordinal}{'+' if point.onward else ''}"
    started = time.monotonic()
    done = _strace(program, log, ("-e", f"trace={point.call}", "-e", inject))
    seconds = time.monotonic() - started
    lines = [line for line in log.read_text(errors="replace").splitlines() if _LINE.match(line)]
    if action == KILL:
        hit = done.returncode in (137, -9) and bool(lines) and _touches(lines[-1], folder)
    else:
        hit = any("(INJECTED)" in line and _touches(line, folder) for line in lines)
    return End(done.returncode, done.stdout, done.stderr, seconds, hit)


def _strace(program: Program, log: Path, more: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    # Not --seccomp-bpf, which would be quicker: strace 6.1 loses injected signals with it.
    command = ["strace", "-f", "-y", "-s", "0", "-o", str(log), *more, *program.command]
    return subprocess.run(
        command, input=program.payload, env=program.environment, capture_output=True, check=False, timeout=60
    )


def _touches(line: str, folder: Path) -> bool:
    return any(f"{folder}{end}" in line for end in ("/", '"', ">"))
