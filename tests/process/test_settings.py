"""The installed plugin's hooks obey the settings file of the person who runs the host."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line

from .conftest import SILENT, Installed, RunHook

IDS = ["a.one", "a.two", "a.three"]


class Session:
    """One conversation in which three Practices are read, and whatever the settings file says meanwhile."""

    def __init__(self, installed: Installed, run_hook: RunHook, home: Path) -> None:
        self._installed = installed
        self._run_hook = run_hook
        self._host = CodexDriver()
        self._environment = {"PATH": "/usr/bin:/bin", "HOME": str(home)}
        self._file = home / ".config/practice-ledger/settings.toml"
        self._file.parent.mkdir(parents=True)
        self.state = home / ".local/state/practice-ledger"

    def say(self, settings: str) -> None:
        self._file.write_text(settings)
        self._file.chmod(0o600)

    def start_and_read(self, conversation: str) -> None:
        host = self._host
        assert self._run("SessionStart", host.start(conversation)) == b""
        for number, practice_id in enumerate(IDS):
            read = (conversation, f"c{number}", f"lore get {practice_id} --json")
            assert self._run("PreToolUse", host.begin(*read)) == b""
            assert self._run("PostToolUse", host.finish(*read, line(practice_id))) == b""

    def told(self, conversation: str) -> list[str]:
        hint = self._host.told(self._run("SubagentStart", self._host.child(conversation, "x")))
        return [practice_id for practice_id in IDS if f'"{practice_id}"' in hint]

    def _run(self, event: str, payload: bytes) -> bytes:
        end = self._run_hook(self._installed, "/bin/bash", event, payload, self._environment)
        assert (end.status, end.stderr, end.drained) == (SILENT.status, SILENT.stderr, True)
        stdout: bytes = end.stdout
        return stdout


@pytest.fixture
def session(install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path) -> Session:
    home = tmp_path / "home"
    home.mkdir()
    return Session(install(real=True), run_hook, home)


def test_an_installed_hook_that_is_switched_off_leaves_no_trace(session: Session) -> None:
    session.say("enabled = false\n")
    session.start_and_read("a")
    assert session.told("a") == []
    assert not session.state.exists()


def test_an_installed_hook_obeys_each_change_of_the_file(session: Session) -> None:
    session.start_and_read("a")
    assert session.told("a") == IDS
    session.say("[bounds]\nhint_items = 2\n")
    assert session.told("a") == IDS[1:]
    assert session.told("a") == IDS[1:], "from what the first hook kept"
    session.say("hints = false\n")
    assert session.told("a") == []
    session.say("enabled = false\n")
    assert session.told("a") == []
    session.say("enabled = true\n")
    assert session.told("a") == IDS


def test_an_installed_hook_without_hints_goes_on_recording(session: Session) -> None:
    session.say("hints = false\n")
    session.start_and_read("a")
    assert session.told("a") == []
    session.say("")
    assert session.told("a") == IDS


def test_an_installed_hook_is_not_hurt_by_a_bad_file_and_keeps_that_it_is_bad(session: Session) -> None:
    session.say("enabled = \n")
    session.start_and_read("a")
    assert session.told("a") == IDS
    kept = json.loads((session.state / "settings.json").read_text())
    assert kept["settings"] is None
