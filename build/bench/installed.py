"""An installed plugin, and the commands that a host makes of its hooks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Installed:
    """A plugin folder as a host has installed it, and a folder for states."""

    plugin: Path
    work: Path

    def command(self, event: str) -> list[str]:
        """What the host runs for an event, with the calling shell."""
        hooks: dict[str, Any] = json.loads((self.plugin / "hooks" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
        ((hook,),) = (group["hooks"] for group in hooks[event])
        return ["bash", "-c", hook["command"]]

    def environment(self, state: Path) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.work / "home"),
            "LANG": "C.UTF-8",
            "PLUGIN_ROOT": str(self.plugin),
            "PRACTICE_LEDGER_HOME": str(state),
        }
