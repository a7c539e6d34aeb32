"""A client of `codex app-server`: JSON-RPC, one message a line, over the process's stdin and stdout."""

from __future__ import annotations

import itertools
import json
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from codex_host.hook_runs import HookRun
from codex_host.isolated_codex import IsolatedCodex
from codex_host.waiting import DEADLINE_SECONDS, DeadlinePassed

Notification = dict[str, Any]
Value = TypeVar("Value")


class AppServerError(RuntimeError):
    """The app server refused a call or ended."""


class AppServer:
    """One running app server. Use as a context manager: at its end the process has ended.

    `environment` changes that of the Codex for this process, and so for its hooks and shell calls.
    """

    def __init__(self, codex: IsolatedCodex, environment: Mapping[str, str | None] | None = None) -> None:
        self.codex = codex
        self._numbers = itertools.count(1)
        self._arrived = threading.Condition()
        self._replies: dict[int, dict[str, Any]] = {}
        self._notifications: list[Notification] = []
        self._ended = False
        self._errors = (codex.root / "app-server.stderr").open("ab")
        self._process = subprocess.Popen(
            [*codex.launcher, "app-server"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=codex.environment_with(environment or {}),
            cwd=codex.project,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        client = {"clientInfo": {"name": "practice-ledger-host-tests", "version": "0"}}
        self.call("initialize", {**client, "capabilities": {"experimentalApi": True}})
        self._send({"method": "initialized", "params": {}})

    def __enter__(self) -> AppServer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the conversation as a client does that quits: Codex ends its sessions, their hooks included."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(5)
        self._errors.close()
        if self._process.stdout:
            self._process.stdout.close()

    def call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Returns the result of one method. Raises `AppServerError`."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": parameters})
        reply = self._wait(lambda: self._replies.pop(number, None), f"the reply to {method}")
        if "error" in reply:
            raise AppServerError(f"{method}: {reply['error']}")
        return dict(reply["result"])

    def notifications(self, *methods: str) -> list[dict[str, Any]]:
        """The parameters of the notifications with one of these methods so far, oldest first."""
        with self._arrived:
            return [note["params"] for note in self._notifications if note["method"] in methods]

    def wait_for(self, condition: Callable[[], Value], what: str, seconds: float = DEADLINE_SECONDS) -> Value:
        """Returns the first true value of `condition`, asked again after each message. Raises `DeadlinePassed`."""
        return self._wait(condition, what, seconds)

    def hook_runs(self) -> list[HookRun]:
        """The hook runs that the app server has reported as over."""
        return [HookRun.of(parameters) for parameters in self.notifications("hook/completed")]

    def _wait(self, condition: Callable[[], Value | None], what: str, seconds: float = DEADLINE_SECONDS) -> Value:
        with self._arrived:
            found = self._arrived.wait_for(lambda: condition() or self._ended, seconds)
            value = found if found is not True or not self._ended else condition()
            if value:
                return value  # type: ignore[return-value]
            if self._ended:
                raise AppServerError(f"the app server ended while {what} was awaited")
        raise DeadlinePassed(f"waited {seconds:.0f} s for {what}")

    def _send(self, message: dict[str, Any]) -> None:
        if not self._process.stdin:
            raise AppServerError("no stdin")
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        for message in self._messages():
            with self._arrived:
                if "id" in message and "method" not in message:
                    self._replies[message["id"]] = message
                elif "id" not in message:
                    self._notifications.append(message)
                self._arrived.notify_all()
        with self._arrived:
            self._ended = True
            self._arrived.notify_all()

    def _messages(self) -> Iterator[dict[str, Any]]:
        if self._process.stdout:
            for line in self._process.stdout:
                yield json.loads(line)
