"""The program inside an installed plugin."""

from __future__ import annotations

import os
import platform as this_machine
import sys

from practice_ledger import __version__
from practice_ledger.other_programs import printed

COMMAND = "practice-ledger"
_SECONDS = 3.0
_SYSTEMS = {"linux": "linux", "darwin": "macos", "win32": "windows"}
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def platform() -> str:
    """This machine's name, as the plugin's wrappers know it."""
    machine = this_machine.machine().lower()
    return f"{_SYSTEMS.get(sys.platform, sys.platform)}-{_MACHINES.get(machine, machine)}"


def platforms(plugin: str) -> list[str]:
    """The platforms for which the plugin holds a program."""
    try:
        return sorted(os.listdir(os.path.join(plugin, "runtime")))
    except OSError:
        return []


def program(plugin: str) -> str:
    """Where the program for this machine would be."""
    return os.path.join(plugin, "runtime", platform(), f"{COMMAND}.exe" if sys.platform == "win32" else COMMAND)


def command(plugin: str) -> str:
    """The plugin's command for a person."""
    return os.path.join(plugin, "bin", f"{COMMAND}.cmd" if sys.platform == "win32" else COMMAND)


def is_this_one(path: str) -> bool:
    """Whether this process runs from the program at a path."""
    return bool(getattr(sys, "frozen", False)) and os.path.realpath(path) == os.path.realpath(sys.executable)


def version(path: str, seconds: float) -> str:
    """What a program or command of this product says its version is. Raises `OSError` if it does not say that.

    Waits for it no longer than `seconds`, and never for long.
    """
    if is_this_one(path):
        return __version__
    said = printed([path, "--version"], min(seconds, _SECONDS))
    name, _, number = said.partition(" ")
    if name != COMMAND or not number:
        raise OSError("it does not answer like this product")
    return number
