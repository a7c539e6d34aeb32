"""Freezes the runtime with PyInstaller into one folder that needs no Python on the user's machine."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

import child
import folders
import python_environment
from problem import MACHINE_LACKS, Problem
from progress import say
from tree_digest import Stamp, digest

_STAGE = folders.WORK / "stage"
FROZEN = folders.WORK / "frozen" / "practice-ledger"
SPEC = folders.BUILD / "practice-ledger.spec"
SOURCES = [
    folders.RUNTIME,
    SPEC,
    folders.BUILD / "frozen_program.py",
    folders.BUILD / "freezing.py",
    folders.BUILD / "tools_left_out.py",
    folders.BUILD / "lean_modules.py",
    folders.BUILD / "frozen_contents.py",
    folders.BUILD / "run_paths.py",
    folders.BUILD / "glibc_needs.py",
    *python_environment.LOCK_FILES,
]

# The same inputs give the same bytes.
SAME_BYTES = {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "1767225600"}

_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def target() -> str:
    """The name of the platform that this machine freezes for, as the wrappers in plugin/bin/ know it."""
    machine = platform.machine()
    try:
        return f"{_SYSTEMS[sys.platform]}-{_MACHINES[machine.lower()]}"
    except KeyError:
        raise Problem(
            MACHINE_LACKS,
            what=f"there is no name for this platform: {sys.platform} on {machine}",
            where="build/freezing.py",
            next_step="build on Linux, macOS or Windows, x64 or arm64",
        ) from None


def frozen() -> tuple[Path, str]:
    """The folder of the frozen program, and a digest of what it was made from. Freezes only if that has changed."""
    python = python_environment.python()
    inputs = digest(SOURCES)
    stamp = Stamp(FROZEN, name="frozen")
    if stamp.says(inputs):
        say("the frozen program is up to date")
    else:
        stamp.drop()
        stage(python)
        _freeze(python)
        stamp.set(inputs)
    return FROZEN, inputs


def stage(python: Path) -> None:
    """A copy of the package, so that what is generated into it never appears in the source tree."""
    shutil.rmtree(_STAGE, ignore_errors=True)
    package = _STAGE / "practice_ledger"
    shutil.copytree(
        folders.RUNTIME / "practice_ledger", package, ignore=shutil.ignore_patterns("__pycache__", "_compiled.py")
    )
    say("compiling the core schemas")
    child.logged(
        "schema-compiler",
        [python, "-m", "practice_ledger.schema_compiler", package / "_compiled.py"],
        "see runtime/practice_ledger/schema_compiler.py and the models that it reads",
        extra={"PYTHONPATH": str(_STAGE), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def _freeze(python: Path) -> None:
    say(f"freezing for {target()} (about half a minute)")
    shutil.rmtree(FROZEN, ignore_errors=True)
    child.logged(
        "pyinstaller",
        [
            python,
            "-m",
            "PyInstaller",
            "--noconfirm",
            "--distpath",
            FROZEN.parent,
            "--workpath",
            folders.WORK / "pyinstaller",
            SPEC,
        ],
        "if the output says that the Python library was not found: on Debian or Ubuntu, apt-get install the "
        "libpython3.x package of this Python; with pyenv, install the Python with --enable-shared",
        extra={**SAME_BYTES, "PYINSTALLER_CONFIG_DIR": str(folders.WORK / "pyinstaller-cache")},
    )
