"""The build's own virtual environment, with exactly the packages of the hashed lock files."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import venv
from pathlib import Path

import child
import folders
from problem import MACHINE_LACKS, Problem
from progress import say
from tree_digest import Stamp, digest

_FOLDER = folders.WORK / "venv"
_PYTHON = _FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK_FILES = [folders.RUNTIME_LOCK, folders.DEVELOPMENT_LOCK]


def python() -> Path:
    """The environment's interpreter. Makes the environment first if it is missing or the lock files have changed."""
    inputs = f"{digest(LOCK_FILES)} {sys.base_prefix}"
    stamp = Stamp(_PYTHON, name="venv")
    if not stamp.says(inputs):
        stamp.drop()
        _create()
        _install()
        stamp.set(inputs)
    return _PYTHON


def _create() -> None:
    say(f"making a virtual environment with Python {sys.version.split()[0]}")
    if importlib.util.find_spec("ensurepip") is None:
        raise _no_ensurepip()
    try:
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=True).create(_FOLDER)
    except (subprocess.CalledProcessError, OSError, ValueError) as error:
        raise Problem(
            MACHINE_LACKS,
            what=f"the virtual environment could not be made: {error}",
            where=str(_FOLDER),
            next_step="delete that folder and run again; with a Python of the system, install its venv package; "
            "the path of this tree may hold no colon",
        ) from None


def _no_ensurepip() -> Problem:
    return Problem(
        MACHINE_LACKS,
        what="this Python cannot make virtual environments: its module `ensurepip` is missing",
        where=sys.executable,
        next_step="on Debian or Ubuntu: apt-get install python3-venv; elsewhere use a complete Python",
    )


def _install() -> None:
    say("installing the locked packages (about a minute the first time)")
    requirements = [part for lock in LOCK_FILES for part in ("--requirement", str(lock))]
    child.logged(
        "pip",
        [_PYTHON, "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--require-hashes", "--no-deps",
         "--only-binary=:all:", *requirements],
        "is the package index that pip is configured for reachable? are there wheels for this Python and platform?",
        status=MACHINE_LACKS,
    )  # fmt: skip
