"""Codex's own copies of plugins: plugins/cache/<marketplace>/<plugin>/<version>/ in its home."""

from __future__ import annotations

import json
import os
from typing import Any

PLUGIN = "practice-ledger"
LORELUMS_PLUGIN = "lorelum"
_CACHE = ("plugins", "cache")


def versions(home: str, marketplace: str, plugin: str = PLUGIN) -> list[str]:
    """The folders of a plugin's versions, the one last written to first."""
    parent = os.path.join(home, *_CACHE, marketplace, plugin)
    folders = [os.path.join(parent, name) for name in _names(parent)]
    return sorted((folder for folder in folders if os.path.isdir(folder)), key=os.path.getmtime, reverse=True)


def marketplaces(home: str) -> list[str]:
    """The marketplaces of which there is a copy of this plugin."""
    return [name for name in _names(os.path.join(home, *_CACHE)) if versions(home, name)]


def version_of(folder: str) -> str | None:
    """What the plugin in a folder calls its version; None if it does not say."""
    version = _json(os.path.join(folder, ".codex-plugin", "plugin.json")).get("version")
    return version if isinstance(version, str) else None


def hooks_of(folder: str) -> list[tuple[str, int, int]]:
    """A plugin's hooks: the event that each waits for, as Codex writes it, and its place under that event."""
    events = _json(os.path.join(folder, "hooks", "hooks.json")).get("hooks")
    if not isinstance(events, dict):
        return []
    return [
        (event, group_number, handler)
        for event, groups in events.items()
        for group_number, group in enumerate(groups if isinstance(groups, list) else ())
        for handler in range(len(group.get("hooks", ()) if isinstance(group, dict) else ()))
    ]


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _json(path: str) -> dict[str, Any]:
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
