"""A host that says what a test wants it to say, and state that a real hook wrote."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from practice_ledger import __version__
from practice_ledger.doctor.check import Check
from practice_ledger.doctor.plugin_program import platform
from practice_ledger.doctor.surroundings import Surroundings
from practice_ledger.hosts.codex.next_steps import NEXT_STEPS
from practice_ledger.hosts.host_report import Hook, HostReport, Installation, Known, Trust

EVENTS = ("SessionStart", "PreToolUse")
NAME = "practice-ledger@somewhere"


def report(**changes: Any) -> HostReport:
    """A host in which everything is as it should be, but for the changes. Its next steps are those for Codex."""
    told: dict[str, Any] = {
        "name": "Codex",
        "home": "/home/you/.codex",
        "settings": "/home/you/.codex/config.toml",
        "program": "/usr/bin/codex",
        "version": "0.171.0",
        "known": Known.TRIED,
        "silence": None,
        "next_steps": NEXT_STEPS,
        "installations": (installation(),),
        "hooks": tuple(hook(event) for event in EVENTS),
        "expected_hooks": EVENTS,
        "ids": {"SESSION": False, "CALL": False},
    }
    return HostReport(**{**told, **changes})


def installation(**changes: Any) -> Installation:
    return Installation(**{"name": NAME, "enabled": True, "folder": "/plugin", "version": __version__, **changes})


def hook(event: str = "SessionStart", trust: Trust = Trust.TRUSTED, *, enabled: bool = True) -> Hook:
    return Hook(NAME, event, trust, enabled)


def around(*hosts: HostReport, **variables: str) -> Surroundings:
    """The surroundings of a shell with these hosts, and these variables beside the test's own."""
    return Surroundings({**os.environ, **variables}, "/", hosts)


def told(check: Check) -> str:
    """All that a check says, in one text."""
    return " ".join([check.says, *(each.text for each in check.evidence), check.next_step or ""])


def program_file(path: Path, *lines: str) -> Path:
    """A program for `/bin/sh`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)
    return path


MakePlugin = Callable[..., Path]


@pytest.fixture
def make_plugin(tmp_path: Path) -> MakePlugin:
    """Makes a plugin folder whose program says that it is of a version."""

    def make(name: str = "plugin", version: str = __version__, machine: str | None = None) -> Path:
        folder = tmp_path / name
        says = f"echo 'practice-ledger {version}'"
        program_file(folder / "runtime" / (machine or platform()) / "practice-ledger", says)
        program_file(folder / "bin" / "practice-ledger", says)
        return folder

    return make


@pytest.fixture
def driver(state_path: Path) -> CodexDriver:
    """Codex, as it calls the real hook."""
    return CodexDriver()


PLUGIN = "practice-ledger@market"
HOOKS: dict[str, Any] = {"SessionStart": [{"hooks": [{}]}], "PreToolUse": [{"hooks": [{}]}]}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Codex's home, with the plugin installed from `market`."""
    home = tmp_path / "codex-home"
    plugin = add_copy(home, "market", "1.0.0")
    (plugin / "hooks" / "hooks.json").write_text(json.dumps({"hooks": HOOKS}))
    configure(home)
    return home


def add_copy(home: Path, market: str, version: str) -> Path:
    folder = home / "plugins" / "cache" / market / "practice-ledger" / version
    for name in (".codex-plugin", "hooks"):
        (folder / name).mkdir(parents=True)
    (folder / ".codex-plugin" / "plugin.json").write_text(json.dumps({"version": version}))
    (folder / "hooks" / "hooks.json").write_text(json.dumps({"hooks": HOOKS}))
    return folder


def configure(home: Path, *lines: str, enabled: str = "true") -> None:
    text = "\n".join((f'[plugins."{PLUGIN}"]', f"enabled = {enabled}", *lines, ""))
    (home / "config.toml").write_text(text)
