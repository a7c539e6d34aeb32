"""Freezes the obvious alternative with PyInstaller's defaults, to measure against it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import child
import folders
import python_environment
from progress import say
from tools_left_out import modules_of_tools
from tree_digest import Stamp, digest

_PROGRAM = Path(__file__).with_name("obvious_program.py")
_WORK = folders.WORK / "bench" / "alternative"
_NAME = "obvious-program"


def frozen_alternative() -> Path:
    """The folder of the frozen alternative; made again only if what it is made from has changed."""
    made, stamp = _WORK / "dist" / _NAME, Stamp(_WORK / "dist" / _NAME, name="alternative")
    inputs = digest([folders.RUNTIME, _PROGRAM, Path(__file__).resolve(), *python_environment.LOCK_FILES])
    if not stamp.says(inputs):
        stamp.drop()
        say("freezing the obvious alternative (about a minute)")
        shutil.rmtree(_WORK, ignore_errors=True)
        package = _WORK / "source" / "practice_ledger"
        shutil.copytree(
            folders.RUNTIME / "practice_ledger", package, ignore=shutil.ignore_patterns("__pycache__", "_compiled.py")
        )
        child.logged(
            "alternative",
            _command(),
            "see build/bench/obvious_program.py",
            extra={"PYTHONPATH": str(package.parent)},
        )
        stamp.set(inputs)
    return made


def _command() -> list[str | Path]:
    return [
        sys.executable,
        "-m",
        "PyInstaller",
        "--noconfirm",
        f"--name={_NAME}",
        f"--distpath={_WORK / 'dist'}",
        f"--workpath={_WORK / 'work'}",
        f"--specpath={_WORK}",
        # The hook imports by name what it needs, which the analysis does not see.
        "--collect-submodules=practice_ledger",
        *(f"--exclude-module={module}" for module in modules_of_tools()),
        _PROGRAM,
    ]
