"""Makes marketplaces with one small plugin, whose hooks are given."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PLUGIN = "other"
"""The name of each such plugin."""

EXPORT_TWO_VARIABLES = """
import json, sys
event = json.load(sys.stdin)
given = event["tool_input"]
given["command"] = (
    "export LORELUM_HOST_KEY='codex'\\n"
    f"export LORELUM_HOST_SESSION_ID='{event['session_id']}'\\n"
) + given["command"]
output = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": given}
print(json.dumps({"hookSpecificOutput": output}))
"""
"""A hook for `PreToolUse` that does what Lorelum's own plugin does to a command that names `lore`."""


def make_marketplace(folder: Path, hooks: Mapping[str, Sequence[Mapping[str, Any]]], version: str = "1.0.0") -> Path:
    """Makes `folder` a marketplace, named like the folder, whose plugin brings the groups of `hooks` by event."""
    plugin = folder / "plugins" / PLUGIN
    _write(plugin / "hooks" / "hooks.json", {"hooks": hooks})
    shown = {"displayName": "Other", "shortDescription": "o", "longDescription": "o", "developerName": "tests"}
    interface = {**shown, "category": "Productivity", "capabilities": ["Read"]}
    about = {"name": PLUGIN, "version": version, "description": "another plugin", "interface": interface}
    _write(plugin / ".codex-plugin" / "plugin.json", about)
    policy = {"installation": "AVAILABLE", "authentication": "ON_INSTALL"}
    entry = {"name": PLUGIN, "source": {"source": "local", "path": f"./plugins/{PLUGIN}"}, "policy": policy}
    catalogue = {"name": folder.name, "interface": {"displayName": "Others"}}
    listed = {**catalogue, "plugins": [{**entry, "category": "Productivity"}]}
    _write(folder / ".agents" / "plugins" / "marketplace.json", listed)
    return folder


def one_hook(command: str, matcher: str | None = None, seconds: int = 10) -> dict[str, Any]:
    """A group of one hook that runs a command; without a matcher, for every tool."""
    group: dict[str, Any] = {"hooks": [{"type": "command", "command": command, "timeout": seconds}]}
    return group if matcher is None else {"matcher": matcher, **group}


def shell_hook(program: str) -> dict[str, Any]:
    """A group of one hook for shell calls that is a Python program."""
    return one_hook(shlex.join([sys.executable, "-c", program]), "^Bash$")


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
