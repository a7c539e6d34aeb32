"""Runs other programs for the build."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import folders
from problem import BUILD_FAILED, Problem

_LINES_SHOWN = 20
_NOT_PASSED_ON = {"VIRTUAL_ENV", "SOURCE_DATE_EPOCH"}


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The caller's environment without what changes what a Python or PyInstaller does.

    It would lead elsewhere than into this build's own environment, or change the bytes of what is built.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith(("PYTHON", "PYINSTALLER_")) and name.upper() not in _NOT_PASSED_ON
    }
    return {**kept, **(extra or {})}


def shown(command: Sequence[str | Path], *, extra: Mapping[str, str] | None = None) -> int:
    """Runs `command` in the tree's top folder with its output on the terminal; returns its exit status."""
    return subprocess.run(command, cwd=folders.TREE, env=environment(extra), check=False).returncode


def logged(
    name: str,
    command: Sequence[str | Path],
    next_step: str,
    *,
    extra: Mapping[str, str] | None = None,
    status: int = BUILD_FAILED,
) -> None:
    """Runs `command` with its output in the log file `name`. Raises `Problem` with the output's end when it fails."""
    folders.LOGS.mkdir(parents=True, exist_ok=True)
    log = folders.LOGS / f"{name}.txt"
    with log.open("wb") as output:
        done = subprocess.run(
            command,
            cwd=folders.TREE,
            env=environment(extra),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    check(name, done.returncode, next_step, status=status)


def check(name: str, returned: int, next_step: str, *, status: int = BUILD_FAILED) -> None:
    """Raises `Problem` with the end of the log file `name` for a command that failed."""
    if returned:
        log = folders.LOGS / f"{name}.txt"
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        end = "".join(f"    {line}\n" for line in lines[-_LINES_SHOWN:])
        raise Problem(
            status,
            what=f"{name} failed with status {returned}; its output ends:\n{end.rstrip()}",
            where=str(log),
            next_step=next_step,
        )
