"""Codex's hook payloads, as far as anything relies on them. Read off real builds: see docs/evidence.md.

Whether `agent_id` or `agent_type` is there at all matters too; the adapter looks at the payload itself for that.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Reference = Annotated[str, Field(min_length=1)]


class SessionStart(BaseModel):
    model_config = ConfigDict(strict=True)

    session_id: Reference
    transcript_path: Reference | None
    source: str


class SessionEnd(BaseModel):
    model_config = ConfigDict(strict=True)

    session_id: Reference


class ShellInput(BaseModel):
    model_config = ConfigDict(strict=True)

    command: str


class PreToolUse(BaseModel):
    model_config = ConfigDict(strict=True)

    session_id: Reference
    transcript_path: Reference | None
    tool_name: Literal["Bash"]
    tool_input: ShellInput
    tool_use_id: Reference


class PostToolUse(PreToolUse):
    tool_response: str


class SubagentStart(BaseModel):
    model_config = ConfigDict(strict=True)

    session_id: Reference
    agent_id: Reference
