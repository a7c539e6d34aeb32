"""Installs builds of Codex from npm: pinned ones by their lock files, any other by its number."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock

import npm_packages

NodeMissing = npm_packages.NodeMissing
InstallFailed = npm_packages.InstallFailed

HOST = "0.171.0"
"""The build that the host tests and the demo drive."""
VALIDATOR = "0.155.0"
"""The build whose plugin validator checks the plugin directory."""

NPM_FOLDER = Path(__file__).resolve().parents[2] / ".build" / "npm"
_OTHERS = NPM_FOLDER.with_name("npm-of-other-versions")
_HERE = Path(__file__).resolve().parent
_OLDER = _HERE / "older"
"""A folder with a lock file for each build that only `python3 build evidence` drives."""
_PACKAGE = "@openai/codex"
_BESIDE = {HOST: _PACKAGE, VALIDATOR: f"codex-{VALIDATOR}"}


def install(folder: Path = NPM_FOLDER, pinned: Path = _HERE) -> None:
    """Makes `folder` hold exactly what the lock file in `pinned` names; does nothing when it does.

    Raises `NodeMissing` or `InstallFailed`.
    """
    npm_packages.install(pinned, folder)


def launcher(version: str = HOST, folder: Path = NPM_FOLDER) -> list[str]:
    """The command line that starts an installed Codex. Raises `NodeMissing`."""
    return _launcher(folder, _BESIDE[version])


def _launcher(folder: Path, package: str = _PACKAGE) -> list[str]:
    return [npm_packages.tool("node"), str(folder / "node_modules" / package / "bin" / "codex.js")]


def pinned_versions() -> list[str]:
    """The builds that have a lock file here, newest first."""
    found = [*_BESIDE, *(folder.name for folder in _OLDER.iterdir())]
    return sorted(found, key=lambda version: [int(part) for part in version.split(".")], reverse=True)


def newest_version() -> str:
    """The number of the build that npm gives to whoever names none. Raises `NodeMissing` or `InstallFailed`."""
    return npm_packages.npm("view", _PACKAGE, "version").strip()


def install_version(version: str) -> list[str]:
    """Installs one build and returns its launcher: by its lock file if it has one here, else as npm finds it.

    Raises `NodeMissing` or `InstallFailed`.
    """
    if version in _BESIDE:
        install()
        return launcher(version)
    folder = _OTHERS / version
    if version in pinned_versions():
        install(folder, _OLDER / version)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "install.lock"):
            if not Path(_launcher(folder)[1]).is_file():
                npm_packages.npm("install", "--prefix", str(folder), "--no-audit", "--no-fund", f"{_PACKAGE}@{version}")
    return _launcher(folder)
