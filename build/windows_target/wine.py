"""Runs Windows programs in a Wine of the build's own, which sees nothing of the user's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath

import child
import folders
from problem import MACHINE_LACKS, Problem
from progress import say

PACKAGES = "wine wine64"
PREFIX = folders.WORK / "windows" / "wine"
_SERVER = "wineserver"
_REGISTRY = "system.reg"


def program() -> str:
    """The path of `wine`. Raises `Problem` where there is none."""
    found = shutil.which("wine")
    if found is None or shutil.which(_SERVER) is None:
        raise Problem(
            MACHINE_LACKS,
            what="Wine is missing, which runs the Windows Python that freezes the program",
            where="PATH",
            next_step=f"on Debian or Ubuntu: apt-get install -y --no-install-recommends {PACKAGES} (1 GB); "
            "on a Windows machine, leave --target out",
        )
    return found


def windows_path(path: Path) -> PureWindowsPath:
    """How a program in Wine names a file of this machine."""
    return PureWindowsPath("Z:" + str(path.absolute()).replace("/", "\\"))


def variables(prefix: Path = PREFIX) -> dict[str, str]:
    """What `wine` is to be started with, beside the caller's environment."""
    return {
        "WINEPREFIX": str(prefix),
        "HOME": str(prefix),  # to which it makes links
        "WINEDEBUG": "-all",
        # No menus made in the user's home, no offer to fetch .NET or a browser.
        "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=d",
        # Names of files and variables outside ASCII go through the locale's encoding.
        "LC_ALL": "C.UTF-8",
    }


@contextmanager
def running(prefix: Path = PREFIX) -> Iterator[None]:
    """A Wine that stays up meanwhile, so that a program starts in a tenth of a second, and is ended afterwards."""
    wine = program()
    if not _is_set_up(prefix):
        _set_up(prefix, wine)
    _server(prefix, "--persistent")
    # The first program starts Wine's services, which keep its output open for as long as they run.
    _run([wine, "cmd", "/c", "exit"], prefix)
    try:
        yield
    finally:
        _server(prefix, "--kill")
        _server(prefix, "--wait")


def _is_set_up(prefix: Path) -> bool:
    return (prefix / _REGISTRY).exists()


def _set_up(prefix: Path, wine: str) -> None:
    """Makes a prefix: as a copy of the build's own if there is that, which shares its files, 0.7 GB."""
    if prefix != PREFIX and _is_set_up(PREFIX):
        shutil.rmtree(prefix, ignore_errors=True)
        shutil.copytree(PREFIX, prefix, symlinks=True, copy_function=_shared)
        return
    say("setting up Wine")
    prefix.mkdir(parents=True, exist_ok=True)
    next_step = f"delete {prefix} and run again"
    child.logged("wineboot", [wine, "wineboot", "--init"], next_step, extra=variables(prefix), status=MACHINE_LACKS)


def _shared(file: str, place: str) -> None:
    """A second name of the file; a copy of what Wine writes to, its registry."""
    if file.endswith(".reg"):
        shutil.copy2(file, place)
    else:
        os.link(file, place)


def logged(name: str, command: Sequence[str], next_step: str, *, extra: Mapping[str, str]) -> None:
    """Runs a Windows program as `child.logged` runs one of this machine.

    Through a pipe: a Python for Windows does not start under Wine with a file for its output.
    """
    done = subprocess.run(
        [program(), *command],
        cwd=folders.TREE,
        env=child.environment({**variables(), **extra}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    folders.LOGS.mkdir(parents=True, exist_ok=True)
    (folders.LOGS / f"{name}.txt").write_bytes(done.stdout)
    child.check(name, done.returncode, next_step)


def _server(prefix: Path, option: str) -> None:
    _run([_SERVER, option], prefix)


def _run(command: Sequence[str], prefix: Path) -> None:
    """Without pipes, which would stay open for as long as the server runs."""
    nothing = subprocess.DEVNULL
    environment = child.environment(variables(prefix))
    subprocess.run(command, env=environment, stdin=nothing, stdout=nothing, stderr=nothing, check=False)
