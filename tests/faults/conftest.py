"""The frozen program, and what can be injected into it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from needed_tools import program_or_skip, skip_or_fail
from practice_ledger.storage.state_directory import HOME_VARIABLE
from soak.hook_injections import HookInjections, Rehearsed
from soak.hook_operations import operations


@pytest.fixture(scope="session")
def frozen(assembled_plugin: Path) -> Path:
    """The program of the assembled plugin, for this platform."""
    (found,) = assembled_plugin.glob("runtime/*/practice-ledger")
    return found


@pytest.fixture(scope="session")
def strace() -> str:
    """strace, where it may trace."""
    program = program_or_skip("strace")
    if subprocess.run([program, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode:
        skip_or_fail("strace may not trace here")
    return program


@pytest.fixture(scope="session")
def hook_injections(frozen: Path, strace: str, tmp_path_factory: pytest.TempPathFactory) -> HookInjections:
    return HookInjections(frozen, tmp_path_factory.mktemp("injections"))


@pytest.fixture(scope="session")
def rehearsed(hook_injections: HookInjections, tmp_path_factory: pytest.TempPathFactory) -> list[Rehearsed]:
    """Every operation of a hook, the one without room last."""
    return [hook_injections.rehearse(each) for each in operations(tmp_path_factory.mktemp("before"))]


@dataclass(frozen=True)
class Ended:
    """How a hook ended, and how many seconds it took."""

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float


SendHook = Callable[..., Ended]


@pytest.fixture
def send_hook(assembled_plugin: Path) -> SendHook:
    """Sends one event as Codex does, wrapper included: `send_hook(state, payload)`. `before` are shell commands that
    come first, as `ulimit`; `launcher` is a program that starts the shell."""
    hooks = json.loads((assembled_plugin / "hooks" / "hooks.json").read_text())["hooks"]

    def send(state: Path, payload: bytes, *, before: str = "", launcher: Sequence[str] = ()) -> Ended:
        event = json.loads(payload)["hook_event_name"]
        command = hooks[event][0]["hooks"][0]["command"]
        environment = {"PATH": "/usr/bin:/bin", "PLUGIN_ROOT": str(assembled_plugin), HOME_VARIABLE: str(state)}
        started = time.monotonic()
        done = subprocess.run(
            [*launcher, "/bin/sh", "-c", f"{before}{command}"],
            input=payload,
            env=environment,
            cwd="/",
            capture_output=True,
            check=False,
            timeout=60,
        )
        return Ended(done.returncode, done.stdout, done.stderr, time.monotonic() - started)

    return send
