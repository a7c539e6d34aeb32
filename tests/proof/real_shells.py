"""Real shells with the stand-in `lore` on their PATH."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

STAND_IN = Path(__file__).parent.parent / "stand_in"


def shells_for(script: str) -> tuple[str, ...]:
    """The host's own shell is bash or zsh; dash, which is `sh` inside of them, has no pipefail."""
    return ("bash", "zsh") if "pipefail" in script else ("bash", "dash", "zsh")


@dataclass(frozen=True)
class Run:
    """What one shell did: what it printed, and the ids that `lore` really gave out, by its own account."""

    stdout: str
    stderr: str
    read_ids: tuple[str, ...]


class RealShells:
    """Runs one script in several shells, each in a fresh process and all in one empty folder."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        self.home = folder / "home"
        self.calls = folder / "calls"
        for made in (self.work, self.home, self.calls):
            made.mkdir()
        path = f"{STAND_IN}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        for profile in (".profile", ".zprofile"):  # login shells start from the system's own PATH
            (self.home / profile).write_text(f"PATH='{path}'\n")
        self.environment = {
            "PATH": path,
            "HOME": str(self.home),
            "LORE_STAND_IN_FORMAT": "json",
            "LORE_STAND_IN_BODY_LINES": "1",
        }

    def run(
        self, script: str, shells: Sequence[str] = (), merged: bool = True, failures: str = ""
    ) -> Mapping[str, Run]:
        """`merged`: stderr goes into stdout where it is printed, as the host has it. `failures`: see the stand-in."""
        self.environment["LORE_STAND_IN_FAILURES"] = failures
        started = {shell: self._start(script, shell, merged) for shell in shells or shells_for(script)}
        return {shell: self._finish(process, shell) for shell, process in started.items()}

    def _start(self, script: str, shell: str, merged: bool) -> subprocess.Popen[str]:
        calls = self.calls / shell
        calls.write_text("")
        return subprocess.Popen(
            [shell, "-c", script],
            cwd=self.work,
            env={**self.environment, "LORE_STAND_IN_CALLS": str(calls)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE,
            encoding="utf-8",
        )

    def _finish(self, process: subprocess.Popen[str], shell: str) -> Run:
        stdout, stderr = process.communicate(timeout=30)
        calls = [line.split() for line in (self.calls / shell).read_text().splitlines()]
        read = tuple(word for status, *words in calls if status == "0" for word in words if "." in word)
        return Run(stdout, stderr or "", read)
