"""Speaks as Codex 0.171 does."""

from __future__ import annotations

import json
from typing import Any

from host_drivers.driver import HostDriver


class CodexDriver(HostDriver):
    host = "codex"

    def __init__(self) -> None:
        self._threads: dict[str, str | None] = {}

    def _event(self, name: str, conversation: str, **fields: Any) -> bytes:
        common = {
            "session_id": conversation,
            "transcript_path": self._threads.get(conversation, f"/sessions/{conversation}.h1.jsonl"),
            "cwd": "/home/dev/project",
            "hook_event_name": name,
            "model": "mock-model",
            "permission_mode": "default",
        }
        return json.dumps(common | fields).encode()

    def start(self, conversation: str, source: str = "startup", history: str = "h1") -> bytes:
        self._threads[conversation] = f"/sessions/{conversation}.{history}.jsonl"
        return self._event("SessionStart", conversation, source=source)

    def begin(self, conversation: str, call: str, command: str) -> bytes:
        return self._event(
            "PreToolUse",
            conversation,
            turn_id="t1",
            tool_name="Bash",
            tool_input={"command": command},
            tool_use_id=call,
        )

    def finish(self, conversation: str, call: str, command: str, output: str) -> bytes:
        return self._event(
            "PostToolUse",
            conversation,
            turn_id="t2",
            tool_name="Bash",
            tool_input={"command": command},
            tool_response=output,
            tool_use_id=call,
        )

    def child(self, conversation: str, agent: str) -> bytes:
        return self._event(
            "SubagentStart",
            conversation,
            transcript_path=f"/sessions/{agent}.jsonl",
            turn_id="t3",
            agent_id=agent,
            agent_type="default",
        )

    def end(self, conversation: str) -> bytes:
        return self._event("SessionEnd", conversation, reason="other")

    def by_child(self, event: bytes) -> bytes:
        return json.dumps(json.loads(event) | {"agent_id": "agent-1", "agent_type": "default"}).encode()

    def told(self, reply: bytes) -> str:
        if not reply:
            return ""
        output = json.loads(reply)["hookSpecificOutput"]
        assert output["hookEventName"] == "SubagentStart"
        return str(output["additionalContext"])
