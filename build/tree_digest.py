"""Says whether something has to be made again: a digest over the files that it is made from."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable
from pathlib import Path

import folders


def digest(sources: Iterable[Path]) -> str:
    """Changes with any file's name, content or executable bit, and with the Python. Folders are taken whole."""
    found = hashlib.sha256(
        f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}".encode()
    )
    for file in _files(sources):
        executable = file.stat().st_mode & 0o100
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        found.update(f"{file.relative_to(folders.TREE).as_posix()}\0{executable}\0{content}\n".encode())
    return found.hexdigest()


def _files(sources: Iterable[Path]) -> list[Path]:
    files: list[Path] = []
    for source in sources:
        files.extend(source.rglob("*") if source.is_dir() else [source])
    return sorted(file for file in files if file.is_file() and file.suffix != ".pyc")


class Stamp:
    """Remembers the digest of what `made` was last made from. Written last, so that half a build never looks whole."""

    def __init__(self, made: Path, *, name: str) -> None:
        self._made = made
        self._file = folders.WORK / "stamps" / name

    def says(self, inputs: str) -> bool:
        try:
            return self._made.exists() and self._file.read_text(encoding="ascii") == inputs
        except OSError:
            return False

    def drop(self) -> None:
        self._file.unlink(missing_ok=True)

    def set(self, inputs: str) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(inputs, encoding="ascii")
