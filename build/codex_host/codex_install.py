"""Installs the pinned builds of Codex from npm."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock

HOST = "0.171.0"
"""The build that the host tests and the demo drive."""
VALIDATOR = "0.155.0"
"""The build whose plugin validator checks the plugin directory."""

NPM_FOLDER = Path(__file__).resolve().parents[2] / ".build" / "npm"
PINNED = Path(__file__).resolve().parent
_PACKAGES = {HOST: "@openai/codex", VALIDATOR: "codex-0.155.0"}


class NodeMissing(RuntimeError):
    """npm or node is not on the PATH."""


class InstallFailed(RuntimeError):
    """npm could not install the pinned packages; carries what it printed."""


def _tool(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise NodeMissing(f"{name} is not on the PATH; Codex is an npm package (install Node.js 20 or newer)")
    return found


def install(folder: Path = NPM_FOLDER) -> None:
    """Makes `folder` hold exactly the pinned packages; does nothing when it does.

    Raises `NodeMissing` or `InstallFailed`.
    """
    npm = _tool("npm")
    _tool("node")
    wanted = hashlib.sha256((PINNED / "package-lock.json").read_bytes()).hexdigest()
    installed = folder / "installed-lock.sha256"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "install.lock"):
        if installed.is_file() and installed.read_text() == wanted:
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(PINNED / name, folder / name)
        command = [npm, "ci", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InstallFailed(f"npm ci ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        installed.write_text(wanted)


def launcher(version: str = HOST, folder: Path = NPM_FOLDER) -> list[str]:
    """The command line that starts an installed Codex. Raises `NodeMissing`."""
    return [_tool("node"), str(folder / "node_modules" / _PACKAGES[version] / "bin" / "codex.js")]
