"""One request that Codex sent to its model: whose it is and what it carries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SentRequest:
    """`script` names the script that the model followed, None where the request named none."""

    body: dict[str, Any]
    script: str | None

    @property
    def metadata(self) -> dict[str, Any]:
        """Codex's own account of the request: session_id, thread_id, parent_thread_id, request_kind and more."""
        text = self.body.get("client_metadata", {}).get("x-codex-turn-metadata", "{}")
        return dict(json.loads(text))

    @property
    def is_agents_turn(self) -> bool:
        """False where Codex asks for something else, such as a summary or, in the terminal UI, a title."""
        return self.metadata.get("request_kind") == "turn" and self.metadata.get("thread_source") != "thread_title"

    @property
    def thread_id(self) -> str:
        return str(self.metadata["thread_id"])

    @property
    def session_id(self) -> str:
        return str(self.metadata["session_id"])

    @property
    def parent_thread_id(self) -> str | None:
        """The thread of the agent that spawned this one; None for a root."""
        return self.metadata.get("parent_thread_id")

    def developer_messages(self) -> list[str]:
        """The texts of the developer-role messages, in their order."""
        return [
            "".join(part.get("text", "") for part in item["content"])
            for item in self.body.get("input", [])
            if item.get("type") == "message" and item.get("role") == "developer"
        ]

    def tool_outputs(self) -> list[str]:
        """What the tool calls so far gave the model, each as one text."""
        return [
            _text(item["output"])
            for item in self.body.get("input", [])
            if item.get("type") in ("function_call_output", "custom_tool_call_output")
        ]

    def text(self) -> str:
        """The whole input as one text, to look for what must not be in it."""
        return json.dumps(self.body.get("input", []), ensure_ascii=False)


def _text(output: Any) -> str:
    if isinstance(output, str):
        return output
    return "".join(part.get("text", "") for part in output)
