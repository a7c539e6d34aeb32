"""Freezes the runtime for Windows on x64: the same stage and the same spec file, PyInstaller run by Wine."""

from __future__ import annotations

import shutil
from pathlib import Path

import folders
import freezing
import python_environment
from progress import say
from tree_digest import Stamp, digest
from windows_target import wine
from windows_target.embedded_python import SOURCES as PYTHON_SOURCES
from windows_target.embedded_python import embedded_python

TARGET = "windows-x64"

_FROZEN = folders.WORK / "windows" / "frozen" / "practice-ledger"
_SOURCES = [*freezing.SOURCES, *PYTHON_SOURCES, Path(__file__)]


def frozen() -> tuple[Path, str]:
    """As `freezing.frozen`. Raises `Problem` where there is no Wine."""
    inputs = digest(_SOURCES)
    stamp = Stamp(_FROZEN, name="windows-frozen")
    if stamp.says(inputs):
        say(f"the frozen program for {TARGET} is up to date")
    else:
        stamp.drop()
        wine.program()
        builder = python_environment.python()
        windows_python = embedded_python(builder)
        # The schemas that are compiled here are for the core's version, which both lock files share.
        freezing.stage(builder)
        _freeze(windows_python)
        stamp.set(inputs)
    return _FROZEN, inputs


def _freeze(windows_python: Path) -> None:
    say(f"freezing for {TARGET} (about a minute)")
    shutil.rmtree(_FROZEN, ignore_errors=True)
    with wine.running():
        wine.logged(
            "windows-pyinstaller",
            [
                str(windows_python),
                "-m",
                "PyInstaller",
                "--noconfirm",
                "--distpath",
                str(wine.windows_path(_FROZEN.parent)),
                "--workpath",
                str(wine.windows_path(folders.WORK / "windows" / "pyinstaller")),
                str(wine.windows_path(freezing.SPEC)),
            ],
            f"see the log; if Wine itself failed, delete {wine.PREFIX} and run again",
            extra={
                **freezing.SAME_BYTES,
                "PYINSTALLER_CONFIG_DIR": str(wine.windows_path(folders.WORK / "windows" / "pyinstaller-cache")),
            },
        )
