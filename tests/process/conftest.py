"""Hooks as Codex runs them: the command of hooks.json, verbatim, in the user's shell, a payload on standard input."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import freezing
from needed_tools import program_or_skip

SHELLS = ("bash", "zsh")
TOOL_EVENTS = ("PreToolUse", "PostToolUse")
OTHER_EVENTS = ("SessionStart", "SubagentStart", "SessionEnd")

UNRELATED = json.dumps({"hook_event_name": "PreToolUse", "tool_input": {"command": "ls -l"}}).encode()
READ = json.dumps({"hook_event_name": "PreToolUse", "tool_input": {"command": "lore get a.b --json"}}).encode()

RECORDER = '#!/bin/sh\ncat >"${0%/*}/received"\nprintf "%s" "$*" >"${0%/*}/arguments"\necho reply\n'
"""Stands where the frozen program stands, keeps what it is given, and answers."""


@dataclass(frozen=True)
class HookEnd:
    """How a hook ended. `drained`: the host could write its whole payload."""

    status: int
    stdout: bytes
    stderr: bytes
    drained: bool


SILENT = HookEnd(0, b"", b"", drained=True)

RunHook = Callable[..., HookEnd]


@dataclass(frozen=True)
class Installed:
    """A plugin directory as Codex has installed it. `hooks` is what Codex read of it when the session began."""

    root: Path
    hooks: Mapping[str, Any]

    @property
    def program(self) -> Path:
        return self.root / "runtime" / freezing.target() / "practice-ledger"

    @property
    def wrapper(self) -> Path:
        return self.root / "bin" / "practice-ledger-hook"

    def command(self, event: str) -> str:
        (group,) = self.hooks[event]
        (handler,) = group["hooks"]
        return str(handler["command"])

    def replace_program(self, content: str | bytes) -> None:
        self.program.write_bytes(content.encode() if isinstance(content, str) else content)

    def received(self) -> bytes | None:
        """What the recorder was given; None if it was not started."""
        kept = self.program.parent / "received"
        return kept.read_bytes() if kept.exists() else None


@pytest.fixture
def install(assembled_plugin: Path, tmp_path: Path) -> Callable[..., Installed]:
    """Copies the assembled plugin to a folder of the test's choice, with the real program or with the recorder."""

    def install(name: str = "plugin", *, real: bool = False) -> Installed:
        root = tmp_path / name
        shutil.copytree(assembled_plugin, root, ignore=None if real else shutil.ignore_patterns("_internal"))
        installed = Installed(root, json.loads((root / "hooks" / "hooks.json").read_text())["hooks"])
        if not real:
            installed.replace_program(RECORDER)
        return installed

    return install


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The session's working folder, where hooks run."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    """The user's shell, as an absolute path."""
    return program_or_skip(request.param)


@pytest.fixture(params=["dash", "bash", "zsh"])
def sh(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A `sh` of each kind: bash and zsh behave as one when they are called by that name."""
    link = tmp_path / "sh"
    link.symlink_to(program_or_skip(request.param))
    return link


@pytest.fixture
def run_hook(project: Path) -> RunHook:
    """Runs one hook of an installed plugin to its end: `run_hook(installed, shell, event, payload, environment)`.

    No hook may leave anything in the project, whatever is wrong with the plugin.
    """

    def run(
        installed: Installed,
        shell: str,
        event: str,
        payload: bytes,
        environment: Mapping[str, str] | None = None,
    ) -> HookEnd:
        before = sorted(project.iterdir())
        base = {"PATH": "/usr/bin:/bin", "HOME": str(project.parent / "home")} if environment is None else environment
        process = subprocess.Popen(
            [shell, "-c", installed.command(event)],
            env={**base, "PLUGIN_ROOT": str(installed.root)},
            cwd=project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        end = end_of(process, payload)
        assert sorted(project.iterdir()) == before, "a hook left a file in the project"
        return end

    return run


def end_of(process: subprocess.Popen[bytes], payload: bytes) -> HookEnd:
    """Gives a process with three pipes its payload, and waits for its end."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    stdin = process.stdin
    drained = []

    def write() -> None:
        try:
            stdin.write(payload)
            stdin.close()
        except BrokenPipeError:
            return
        drained.append(True)

    writer = threading.Thread(target=write)
    writer.start()
    stdout, stderr = process.stdout.read(), process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    status = process.wait(30)
    writer.join(30)
    return HookEnd(status, stdout, stderr, drained=bool(drained))
