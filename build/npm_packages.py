"""Asks npm, and installs the packages of a lock file, which holds a digest of each."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from filelock import FileLock


class NodeMissing(RuntimeError):
    """npm or node is not on the PATH."""


class InstallFailed(RuntimeError):
    """npm could not do what it should; carries what it printed."""


def tool(name: str) -> str:
    """The path of npm or node. Raises `NodeMissing`."""
    found = shutil.which(name)
    if not found:
        raise NodeMissing(f"{name} is not on the PATH; it comes with Node.js 20 or newer")
    return found


def npm(*arguments: str, folder: Path | None = None) -> str:
    """What npm prints. Raises `NodeMissing` or `InstallFailed`."""
    done = subprocess.run([tool("npm"), *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        shown = " ".join(arguments)
        raise InstallFailed(f"npm {shown} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def install(pinned: Path, folder: Path) -> None:
    """Makes `folder` hold exactly the packages of package.json and package-lock.json in `pinned`; nothing when it does.

    Raises `NodeMissing` or `InstallFailed`.
    """
    tool("npm")
    tool("node")
    wanted = hashlib.sha256((pinned / "package-lock.json").read_bytes()).hexdigest()
    installed = folder / "installed-lock.sha256"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "install.lock"):
        if installed.is_file() and installed.read_text() == wanted:
            return
        for name in ("package.json", "package-lock.json"):
            shutil.copyfile(pinned / name, folder / name)
        npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
        installed.write_text(wanted)
