"""The tool modes of a build of Codex, found out by asking it."""

from __future__ import annotations

import json
from typing import Any

from codex_host.app_server import AppServer, AppServerError
from codex_host.conversation import Conversation
from codex_host.isolated_codex import PLAIN_SHELL, CodexFailed, IsolatedCodex
from codex_host.model_steps import Say, tool_namespaces
from codex_host.waiting import DeadlinePassed

PLAIN, CODE = "unified-exec", "code-mode"
"""A model with a plain shell tool, and one that reaches the shell from JavaScript only."""
MODES = (PLAIN, CODE)
_SHELL_TOOL = {PLAIN: "exec_command", CODE: "exec"}


class HasNone(Exception):
    """The build has no model of that mode; says what it offered."""


def model_of(codex: IsolatedCodex, mode: str) -> str:
    """The name of a model of that mode, tried by a conversation. Raises `HasNone`."""
    name = PLAIN_SHELL if mode == PLAIN else _first_of_code_mode(codex)
    try:
        with AppServer(codex) as server:
            Conversation.start(server, name).turn(Say())
    except (AppServerError, DeadlinePassed) as error:
        raise HasNone(f"{name} does not run: {error}") from None
    tools = sorted(tool_namespaces(codex.model.requests()[-1].body))
    shells = [tool for tool in tools if tool in _SHELL_TOOL.values()]
    if shells != [_SHELL_TOOL[mode]]:
        raise HasNone(f"{name} has other tools: {', '.join(tools)}")
    return name


def _first_of_code_mode(codex: IsolatedCodex) -> str:
    try:
        listed = json.loads(codex.run("debug", "models"))["models"]
    except (CodexFailed, ValueError, KeyError) as error:
        raise HasNone(f"`codex debug models` lists none: {error}") from None
    for model in listed:
        if model.get("tool_mode") == "code_mode_only" and model.get("multi_agent_version") == "v2":
            return str(model["slug"])
    raise HasNone(f"no model is of that mode: {_shown(listed)}")


def _shown(models: list[dict[str, Any]]) -> str:
    return ", ".join(f"{model.get('slug')} ({model.get('tool_mode', 'no tool mode')})" for model in models)
