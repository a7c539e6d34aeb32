"""Completion in real shells."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import practice_ledger

RUNTIME = str(Path(practice_ledger.__file__).parents[1])
STARTED = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
LOADED = {
    "bash": "source {script}",
    "zsh": "autoload -Uz compinit; compinit -u -D; source {script}; compdef _shtab_practice_ledger practice-ledger",
}


def started(name: str, folder: Path) -> pexpect.spawn[str]:
    program = shutil.which(name)
    if program is None and "CI" not in os.environ:
        pytest.skip(f"{name} is missing")
    assert program, f"{name} is missing"
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C"}
    shell = pexpect.spawn(
        program, STARTED[name][1:], env=environment, encoding="utf-8", timeout=20, dimensions=(40, 200)
    )
    # Written in two pieces, so that only its output is the whole word.
    shell.sendline("PS1='rea''dy> '")
    shell.expect("ready> ")
    return shell


@pytest.mark.parametrize("name", STARTED)
@pytest.mark.parametrize(
    ("typed", "completed"),
    [("practice-ledger pat", "practice-ledger paths"), ("practice-ledger paths --js", "practice-ledger paths --json")],
    ids=["a command", "an option"],
)
def test_a_shell_completes_commands_and_their_options(name: str, typed: str, completed: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    made = [sys.executable, "-m", "practice_ledger", "completion", name]
    script.write_bytes(subprocess.run(made, env={"PYTHONPATH": RUNTIME}, stdout=subprocess.PIPE, check=True).stdout)
    shell = started(name, tmp_path)
    shell.sendline(LOADED[name].format(script=script) + "; echo load''ed")
    shell.expect("loaded")
    shell.expect("ready> ")
    shell.send(f"{typed}\t")
    shell.expect_exact(completed)
    shell.close(force=True)
