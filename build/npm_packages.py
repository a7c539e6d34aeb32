"""Installs the packages of an npm lock file, which holds a digest of each."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock


class NodeMissing(RuntimeError):
    """npm or node is not on the PATH."""


class InstallFailed(RuntimeError):
    """npm could not install the pinned packages; carries what it printed."""


def tool(name: str) -> str:
    """The path of npm or node. Raises `NodeMissing`."""
    found = shutil.which(name)
    if not found:
        raise NodeMissing(f"{name} is not on the PATH; it comes with Node.js 20 or newer")
    return found


def install(pinned: Path, folder: Path) -> None:
    """Makes `folder` hold exactly the packages of package.json and package-lock.json in `pinned`; nothing when it does.

    Raises `NodeMissing` or `InstallFailed`.
    """
    npm = tool("npm")
    tool("node")
    wanted = hashlib.sha256((pinned / "package-lock.json").read_bytes()).hexdigest()
    installed = folder / "installed-lock.sha256"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "install.lock"):
        if installed.is_file() and installed.read_text() == wanted:
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(pinned / name, folder / name)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InstallFailed(f"npm ci ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        installed.write_text(wanted)
