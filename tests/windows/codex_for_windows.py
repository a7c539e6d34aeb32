"""A real Codex for Windows, run by Wine, with a home of its own and a scripted model."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import npm_packages
from codex_host import codex_install
from codex_host.isolated_codex import IsolatedCodex, marketplace_name
from codex_host.scripted_model import ScriptedModel
from windows_target import wine

_PACKAGE = "node_modules/@openai/codex-win32-x64"
_PROGRAM = "package/vendor/x86_64-pc-windows-msvc/bin/codex.exe"
# Wine lets nobody read a file of a certain kind of lock, not even its holder: Codex does so where this file is new.
_INSTALLATION = "0191e0a0-7f3c-7d1a-9c5e-0123456789ab"


def program() -> Path:
    """codex.exe of the build that the host tests drive, by the same lock file; fetched from npm if it is not there.

    Raises `npm_packages.NodeMissing` or `InstallFailed`.
    """
    lock = json.loads((Path(codex_install.__file__).parent / "package-lock.json").read_bytes())
    package = lock["packages"][_PACKAGE]
    folder = codex_install.NPM_FOLDER.with_name("npm-for-windows") / package["version"]
    found: Path = folder / "codex.exe"
    if not found.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder) as place:
            npm_packages.npm("pack", f"{package['name']}@{package['version']}", folder=Path(place))
            (archive,) = Path(place).iterdir()
            digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
            if package["integrity"] != f"sha512-{digest}":
                raise npm_packages.InstallFailed(f"{archive.name} is not what the lock file names")
            with tarfile.open(archive) as files:
                files.extract(_PROGRAM, place, filter="data")
            (Path(place) / _PROGRAM).rename(found)
    return found


class SeenFromWindows:
    """A folder: this machine opens it by its own name, and what is told of it is its name on Windows."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __fspath__(self) -> str:
        return str(self._folder)

    def __str__(self) -> str:
        return str(wine.windows_path(self._folder))


class CodexForWindows(IsolatedCodex):
    """`prefix` is that of a running Wine, `path_first` stands first on the PATH there."""

    def __init__(
        self, root: Path, prefix: Path, model: ScriptedModel, path_first: Sequence[Path], variables: Mapping[str, str]
    ) -> None:
        self._wine = wine.variables(prefix)
        super().__init__(root, ["wine", str(program())], model, path_first=path_first, environment=variables)
        here, there = self.project, SeenFromWindows(self.project)
        self.project = there  # type: ignore[assignment]
        text = self.config.read_text(encoding="utf-8")
        self.config.write_text(text.replace(json.dumps(str(here)), json.dumps(str(there))), encoding="utf-8")
        (self.home / "installation_id").write_text(_INSTALLATION)

    def _own_environment(self, path_first: Sequence[Path], added: Mapping[str, str]) -> dict[str, str]:
        path = ";".join(str(wine.windows_path(folder)) for folder in path_first)
        own = {"PATH": os.environ["PATH"], "WINEPATH": path, "CODEX_HOME": str(wine.windows_path(self.home))}
        return {**self._wine, **own, **added}

    def add_plugin(self, marketplace: Path, plugin: str) -> None:
        self.run("plugin", "marketplace", "add", str(wine.windows_path(marketplace)))
        self.run("plugin", "add", f"{plugin}@{marketplace_name(marketplace)}")
