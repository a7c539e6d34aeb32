"""Hooks as Codex runs them, which may be killed at any moment, the wrapper and the program in it together."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from practice_ledger.storage.state_directory import HOME_VARIABLE


@dataclass(frozen=True)
class Sent:
    """How one hook ended; nothing of it runs any more."""

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    killed: bool

    @property
    def well(self) -> bool:
        return self.killed or (self.status, self.stderr) == (0, b"")


class HookProcesses:
    """Runs the commands of an assembled plugin's hooks.json over one state."""

    def __init__(self, plugin: Path, state: Path) -> None:
        hooks = json.loads((plugin / "hooks" / "hooks.json").read_text())["hooks"]
        self._commands = {event: groups[0]["hooks"][0]["command"] for event, groups in hooks.items()}
        self._environment = {"PATH": "/usr/bin:/bin", "PLUGIN_ROOT": str(plugin), HOME_VARIABLE: str(state)}

    def send(self, event: str, payload: bytes, *, kill_after: float | None = None) -> Sent:
        """`kill_after` so many seconds, if the hook still runs then."""
        return self._run(self._commands[event], payload, kill_after)

    def _run(self, command: str, payload: bytes, kill_after: float | None) -> Sent:
        reader, writer = os.pipe()  # at its end when the last process that inherited it has ended
        started = time.monotonic()
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self._environment,
            cwd="/",
            start_new_session=True,
            pass_fds=[writer],
        )
        os.close(writer)
        killed = False
        try:
            stdout, stderr = process.communicate(payload, timeout=30 if kill_after is None else kill_after)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            killed = kill_after is not None
            stdout, stderr = process.communicate()
        seconds = time.monotonic() - started
        os.read(reader, 1)
        os.close(reader)
        return Sent(process.returncode, stdout, stderr, seconds, killed)
