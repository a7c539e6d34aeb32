"""Hook and command line agree with platformdirs on where state lies, in whatever environment. [R13]"""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

import practice_ledger
from practice_ledger.refusals import Refused
from practice_ledger.storage import state_directory

RUNTIME = Path(practice_ledger.__file__).parents[1]


def test_the_override_wins_and_must_be_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/xdg")
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", "/somewhere/else")
    assert state_directory.state_directory() == "/somewhere/else"
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", "relative")
    with pytest.raises(Refused, match="home-relative"):
        state_directory.state_directory()
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", "")
    assert state_directory.state_directory() == "/xdg/practice-ledger"


def test_without_home_the_password_database_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    home = pwd.getpwuid(os.getuid()).pw_dir
    assert state_directory.state_directory() == f"{home.rstrip('/')}/.local/state/practice-ledger"


@pytest.mark.parametrize("entry", [None, "", "relative"])
def test_with_neither_home_nor_a_password_entry_there_is_no_place(
    entry: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lookup(_: int) -> object:
        if entry is None:
            raise KeyError
        return pwd.struct_passwd(("x", "x", 1, 1, "", entry, ""))

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", lookup)
    with pytest.raises(Refused, match="no-home"):
        state_directory.state_directory()


@pytest.mark.parametrize("changes", [{}, {"HOME": None}, {"XDG_STATE_HOME": "/xdg"}, {"PRACTICE_LEDGER_HOME": "/own"}])
def test_the_command_line_prints_the_directory_that_the_hook_uses(changes: dict[str, str | None]) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": "/home/somebody", "PYTHONPATH": str(RUNTIME)}
    for name, value in changes.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value
    program = "from practice_ledger.storage.state_directory import state_directory; print(state_directory())"

    def printed(*arguments: str) -> str:
        return subprocess.run(
            [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert printed("-m", "practice_ledger", "paths", "state") == printed("-c", program)


def test_the_directory_is_neither_the_plugins_nor_lorelums(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PLUGIN_ROOT", "PLUGIN_DATA", "CLAUDE_PLUGIN_ROOT", "CODEX_HOME", "LORELUM_STORE_ROOT"):
        monkeypatch.setenv(name, "/elsewhere")
    assert state_directory.state_directory() == platformdirs.user_state_dir("practice-ledger", appauthor=False)
