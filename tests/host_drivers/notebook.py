"""Speaks as the invented second host does."""

from __future__ import annotations

import json
from typing import Any

from host_drivers.driver import HostDriver


class NotebookDriver(HostDriver):
    host = "notebook"

    def __init__(self) -> None:
        self._rewritten: dict[str, int] = {}

    def _event(self, kind: str, notebook: str, **fields: Any) -> bytes:
        rewritten = self._rewritten.get(notebook, 1)
        return json.dumps({"kind": kind, "notebook": notebook, "rewritten": rewritten, **fields}).encode()

    def start(self, conversation: str, source: str = "startup", history: str = "h1") -> bytes:
        self._rewritten[conversation] = int(history.removeprefix("h"))
        return self._event("wiped" if source == "clear" else "opened", conversation)

    def begin(self, conversation: str, call: str, command: str) -> bytes:
        return self._event("run", conversation, cell=call, runner="main", script=command)

    def finish(self, conversation: str, call: str, command: str, output: str) -> bytes:
        cell = {"cell": call, "runner": "main", "script": command}
        return self._event("done", conversation, **cell, stdout=output, stderr="", status=0)

    def child(self, conversation: str, agent: str) -> bytes:
        return self._event("helper", conversation, name=agent)

    def end(self, conversation: str) -> bytes:
        return self._event("closed", conversation)

    def by_child(self, event: bytes) -> bytes:
        return json.dumps(json.loads(event) | {"runner": "helper"}).encode()

    def told(self, reply: bytes) -> str:
        return reply.decode()
