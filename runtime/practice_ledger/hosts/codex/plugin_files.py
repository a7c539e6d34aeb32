"""Codex's own copies of plugins: plugins/cache/<marketplace>/<plugin>/<version>/ in its home."""

from __future__ import annotations

import os
from typing import Any

from practice_ledger.foreign_files import Unreadable, content_of, json_of, names_in

PLUGIN = "practice-ledger"
LORELUMS_PLUGIN = "lorelum"
HOOKS = ("hooks", "hooks.json")
"""The file in a plugin's folder that says which hooks it has."""
_CACHE = ("plugins", "cache")


def versions(home: str, marketplace: str, plugin: str = PLUGIN) -> list[str]:
    """The folders of a plugin's versions, the one last written to first."""
    parent = folder(home, marketplace, plugin)
    copies = [os.path.join(parent, name) for name in names_in(parent)]
    return sorted(filter(os.path.isdir, copies), key=_written_at, reverse=True)


def folder(home: str, marketplace: str, plugin: str = PLUGIN) -> str:
    """Where the versions of a plugin lie."""
    return os.path.join(home, *_CACHE, marketplace, plugin)


def marketplaces(home: str) -> list[str]:
    """The marketplaces of which there is a copy of this plugin."""
    return [name for name in names_in(os.path.join(home, *_CACHE)) if versions(home, name)]


def version_of(plugin: str) -> str | None:
    """What the plugin in a folder calls its version; None if it does not say."""
    version = _json(os.path.join(plugin, ".codex-plugin", "plugin.json")).get("version")
    return version if isinstance(version, str) else None


def hooks_of(plugin: str) -> list[tuple[str, int, int]]:
    """A plugin's hooks: the event that each waits for, as Codex writes it, and its place under that event."""
    events = _json(os.path.join(plugin, *HOOKS)).get("hooks")
    if not isinstance(events, dict):
        return []
    return [
        (event, group_number, handler)
        for event, groups in events.items()
        for group_number, group in enumerate(as_list(groups))
        for handler in range(len(as_list(group.get("hooks")) if isinstance(group, dict) else ()))
    ]


def as_list(value: object) -> list[Any]:
    """The list; an empty one for anything else, since other versions may hold anything there."""
    return value if isinstance(value, list) else []


def _written_at(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:  # it went meanwhile
        return 0.0


def _json(path: str) -> dict[str, Any]:
    try:
        found = json_of(content_of(path))
    except (FileNotFoundError, Unreadable):
        return {}
    return found if isinstance(found, dict) else {}
