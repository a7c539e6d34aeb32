"""The scripts pick the program for the machine, by the word of `uname`, which has a stand-in here. [R21]"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import READ, Installed

LOADER = "/lib64/ld-linux-x86-64.so.2"
SYSTEM_PATH = "PATH=/usr/bin:/bin$"
TARGETS = {
    "Linux x86_64": "linux-x64",
    "Linux aarch64": "linux-arm64",
    "Darwin x86_64": "macos-x64",
    "Darwin arm64": "macos-arm64",
}


def on(machine: str, script: Path, target: str, installed: Installed) -> None:
    """Makes a script believe that it is on a machine without this one's loader, and its program one for `target`."""
    programs = installed.root / "stand-in"
    programs.mkdir()
    (programs / "uname").write_text(f"#!/bin/sh\necho {machine}\n")
    (programs / "uname").chmod(0o755)
    text = script.read_text()
    assert LOADER in text
    assert SYSTEM_PATH in text
    script.write_text(
        text.replace(LOADER, "/nonexistent").replace(SYSTEM_PATH, SYSTEM_PATH.replace("=", f"={programs}:"))
    )
    own = installed.program.parent.rename(installed.root / "own")
    shutil.rmtree(installed.root / "runtime")  # a combined plugin has one for every machine
    (installed.root / "runtime").mkdir()
    own.rename(installed.root / "runtime" / target)


@pytest.mark.parametrize(("machine", "target"), TARGETS.items())
def test_the_hook_starts_the_program_for_its_machine(
    machine: str, target: str, install: Callable[..., Installed]
) -> None:
    installed = install()
    on(machine, installed.wrapper, target, installed)

    subprocess.run(["/bin/sh", installed.wrapper, "tool-call"], input=READ, capture_output=True, check=True)

    assert (installed.root / "runtime" / target / "received").read_bytes() == READ


def said_on(machine: str, target: str, installed: Installed) -> list[str]:
    """What the command says where it has a program for `target` only."""
    script = installed.root / "bin" / "practice-ledger"
    on(machine, script, target, installed)
    done = subprocess.run(["/bin/sh", script, "doctor"], capture_output=True, text=True, check=False)
    assert done.returncode == 126
    return done.stderr.splitlines()


def test_under_rosetta_the_command_says_so_where_its_program_is_for_apple_silicon(
    install: Callable[..., Installed],
) -> None:
    assert said_on("Darwin x86_64", "macos-arm64", install()) == [
        "practice-ledger: this plugin has no program for macos-x64; it has: macos-arm64",
        "On a Mac with Apple silicon, this shell runs under Rosetta: use one that does not, also for Codex.",
        "Install the plugin in the form for this machine. Until then its hooks do nothing.",
    ]


def test_elsewhere_the_command_does_not_speak_of_rosetta(install: Callable[..., Installed]) -> None:
    assert said_on("Darwin arm64", "macos-x64", install()) == [
        "practice-ledger: this plugin has no program for macos-arm64; it has: macos-x64",
        "Install the plugin in the form for this machine. Until then its hooks do nothing.",
    ]
