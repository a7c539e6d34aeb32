"""Installs the pinned builds of Codex from npm."""

from __future__ import annotations

from pathlib import Path

import npm_packages
from npm_packages import InstallFailed, NodeMissing

__all__ = ["HOST", "VALIDATOR", "InstallFailed", "NodeMissing", "install", "launcher"]

HOST = "0.171.0"
"""The build that the host tests and the demo drive."""
VALIDATOR = "0.155.0"
"""The build whose plugin validator checks the plugin directory."""

NPM_FOLDER = Path(__file__).resolve().parents[2] / ".build" / "npm"
PINNED = Path(__file__).resolve().parent
_PACKAGES = {HOST: "@openai/codex", VALIDATOR: "codex-0.155.0"}


def install(folder: Path = NPM_FOLDER) -> None:
    """Makes `folder` hold exactly the pinned packages; does nothing when it does.

    Raises `NodeMissing` or `InstallFailed`.
    """
    npm_packages.install(PINNED, folder)


def launcher(version: str = HOST, folder: Path = NPM_FOLDER) -> list[str]:
    """The command line that starts an installed Codex. Raises `NodeMissing`."""
    return [npm_packages.tool("node"), str(folder / "node_modules" / _PACKAGES[version] / "bin" / "codex.js")]
