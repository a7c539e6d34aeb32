"""What the scripted model can be told to do next, and how each step reads in the Responses API."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Say:
    """Ends the turn with a text."""

    text: str = "done"


@dataclass(frozen=True)
class Shell:
    """One shell call. `yield_ms` is how long the call may run before the model gets it back unfinished."""

    command: str
    yield_ms: int | None = None
    workdir: str | None = None
    tty: bool = False


@dataclass(frozen=True)
class JavaScript:
    """One call of the code-mode model's only tool."""

    source: str


@dataclass(frozen=True)
class Poll:
    """Waits for the shell call that was last given back unfinished."""


@dataclass(frozen=True)
class Spawn:
    """Starts a subagent with a fresh history, whose model follows `steps`. `name` is unique in its model's life."""

    name: str
    steps: tuple[Step, ...] = (Say(),)


@dataclass(frozen=True)
class AtOnce:
    """Several calls in one reply."""

    calls: tuple[Shell | Spawn, ...]


Call: TypeAlias = Shell | JavaScript | Poll | Spawn
Step: TypeAlias = Say | Call | AtOnce
Item: TypeAlias = dict[str, Any]


def marker(script: str) -> str:
    """What stands in an agent's task so that its model follows the script of that name."""
    return f"%%{script}%%"


def calls_of(step: Step) -> tuple[Call, ...]:
    """The tool calls that a step makes; a `Say` makes none."""
    if isinstance(step, AtOnce):
        return step.calls
    return () if isinstance(step, Say) else (step,)


def tool_namespaces(request: Mapping[str, Any]) -> dict[str, str | None]:
    """The tools that a request offers, each with its namespace."""
    tools = list(request.get("tools") or [])
    for item in request.get("input", []):
        if item.get("type") == "additional_tools":
            tools += item["tools"]
    found: dict[str, str | None] = {}
    for tool in tools:
        if tool.get("type") == "namespace":
            found.update((inner["name"], tool["name"]) for inner in tool.get("tools", []))
        elif tool.get("name"):
            found[tool["name"]] = None
    return found


def output_items(step: Step, request: Mapping[str, Any]) -> list[Item]:
    """The output items by which a model takes `step` in answer to `request`."""
    if isinstance(step, Say):
        content = [{"type": "output_text", "text": step.text}]
        return [{"type": "message", "role": "assistant", "content": content}]
    tools = tool_namespaces(request)
    return [_call_item(call, tools, request) for call in calls_of(step)]


def _call_item(call: Call, tools: Mapping[str, str | None], request: Mapping[str, Any]) -> Item:
    if isinstance(call, Shell):
        arguments = _shell_arguments(call)
        if "exec_command" not in tools:
            return _script_item(f"text(await tools.exec_command({json.dumps(arguments)}));", tools)
        return _function_item("exec_command", arguments, tools)
    if isinstance(call, JavaScript):
        return _script_item(call.source, tools)
    if isinstance(call, Spawn):
        arguments = {"message": marker(call.name)}
        if tools.get("spawn_agent") == "collaboration":
            arguments |= {"task_name": re.sub(r"[^a-z0-9_]", "_", call.name), "fork_turns": "none"}
        return _function_item("spawn_agent", arguments, tools)
    # The plain tool's words and the code-mode tool's result say it differently.
    running = re.findall(r"(?:session ID |session_id\W+)(\d+)", json.dumps(request["input"]))
    arguments = {"session_id": int(running[-1]), "chars": "", "yield_time_ms": 10_000}
    if "write_stdin" not in tools:
        return _script_item(f"text(await tools.write_stdin({json.dumps(arguments)}));", tools)
    return _function_item("write_stdin", arguments, tools)


def _shell_arguments(call: Shell) -> dict[str, Any]:
    arguments: dict[str, Any] = {"cmd": call.command, "login": False}
    if call.yield_ms is not None:
        arguments["yield_time_ms"] = call.yield_ms
    if call.workdir is not None:
        arguments["workdir"] = call.workdir
    if call.tty:
        arguments["tty"] = True
    return arguments


def _call_id() -> str:
    return f"call_{uuid.uuid4().hex[:10]}"


def _function_item(name: str, arguments: Mapping[str, Any], tools: Mapping[str, str | None]) -> Item:
    item = {"type": "function_call", "call_id": _call_id(), "name": name, "arguments": json.dumps(arguments)}
    return item | {"namespace": tools[name]} if tools[name] else item


def _script_item(source: str, tools: Mapping[str, str | None]) -> Item:
    return {
        "type": "custom_tool_call",
        "call_id": _call_id(),
        "name": "exec",
        "namespace": tools["exec"],
        "input": source,
    }
