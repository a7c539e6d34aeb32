"""A scripted model for a real Codex: a loopback Responses API (server-sent events) that runs in a thread.

An agent follows the script whose marker stands last in its input; it has taken as many steps of it as tool results
came after that marker.
"""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import zstandard

from codex_host.model_steps import Say, Spawn, Step, calls_of, marker, output_items, tool_namespaces
from codex_host.sent_request import SentRequest
from codex_host.waiting import wait_until

_CALLS = ("function_call", "custom_tool_call")
_RESULTS = ("function_call_output", "custom_tool_call_output")
_USAGE = {
    "input_tokens": 10,
    "input_tokens_details": None,
    "output_tokens": 5,
    "output_tokens_details": None,
    "total_tokens": 15,
}


class ScriptedModel:
    """Serves scripts and keeps every request. Use as a context manager; `base_url` is the provider's."""

    def __init__(self) -> None:
        self._scripts: dict[str, Sequence[Step]] = {}
        self._requests: list[SentRequest] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.model = self  # type: ignore[attr-defined]
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> ScriptedModel:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add_script(self, name: str, steps: Sequence[Step]) -> str:
        """Makes `steps` known, those of the subagents they spawn too; returns the marker to put into a task."""
        with self._lock:
            if name in self._scripts:
                raise ValueError(f"there is a script {name!r} already")
            self._scripts[name] = steps
        for step in steps:
            for call in calls_of(step):
                if isinstance(call, Spawn):
                    self.add_script(call.name, call.steps)
        return marker(name)

    def requests(self) -> list[SentRequest]:
        """All requests so far, oldest first."""
        with self._lock:
            return list(self._requests)

    def requests_of(self, script: str) -> list[SentRequest]:
        """The requests of the agent that follows `script`, oldest first."""
        return [request for request in self.requests() if request.script == script and request.is_agents_turn]

    def first_request_of(self, script: str) -> SentRequest:
        """The first request of the agent that follows `script`; waits for it."""
        return wait_until(lambda: self.requests_of(script), f"a model request of {script!r}")[0]

    def answer(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """Keeps a request and returns the output items of the reply."""
        items = body.get("input", [])
        with self._lock:
            script, position = _last_marker(items, self._scripts)
            request = SentRequest(body, script)
            self._requests.append(request)
        # An older terminal UI has the model name the conversation, with the task and without tools.
        if script is None or not request.is_agents_turn or not tool_namespaces(body):
            return output_items(Say("no script"), body)
        return output_items(_next_step(self._scripts[script], items[position:]), body)


def _last_marker(items: Sequence[dict[str, Any]], scripts: dict[str, Sequence[Step]]) -> tuple[str | None, int]:
    for position in range(len(items) - 1, -1, -1):
        if items[position].get("type") in (*_CALLS, *_RESULTS):
            continue
        for name in reversed(re.findall(r"%%([^%]+)%%", json.dumps(items[position]))):
            if name in scripts:
                return name, position
    return None, 0


def _next_step(steps: Sequence[Step], since: Sequence[dict[str, Any]]) -> Step:
    results = sum(item.get("type") in _RESULTS for item in since)
    for step in steps:
        if results <= 0:
            return step
        results -= len(calls_of(step))
    return Say()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        """Keeps the tests' output clean."""

    def do_GET(self) -> None:
        body = b'{"object":"list","data":[]}'
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "zstd":
            raw = zstandard.ZstdDecompressor().decompressobj().decompress(raw)
        items = self.server.model.answer(json.loads(raw))  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        response = f"resp_{uuid.uuid4().hex[:12]}"
        self._event("response.created", response={"id": response})
        for item in items:
            self._event("response.output_item.done", item=item)
        self._event("response.completed", response={"id": response, "usage": _USAGE})
        self.close_connection = True

    def _event(self, kind: str, **fields: object) -> None:
        self.wfile.write(f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode())
        self.wfile.flush()
