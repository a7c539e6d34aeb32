"""Writes down what a frozen program was put together from, for the release's list of components and their licences.

Runs while freezing, on the Python that is frozen: only that knows which package a file belongs to.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

NAME = "contents.json"
"""Beside the frozen folder."""

PRODUCT, PYTHON, SYSTEM, PACKAGE = "product", "python", "system", "package "
"""Whose a file is: the product's own, CPython's, the operating system's, or a package's (its name follows)."""

BOOTLOADER = "pyinstaller"
"""The package that the program's native part comes from; what it is for is not shipped."""

_WITH_LICENCE = ("licen", "copying", "notice", "authors")

Entry = tuple[str, str, str]
"""Of PyInstaller's tables: the name in the program, the file it comes from, the kind."""


def write(folder: Path, *, modules: Iterable[Entry], files: Iterable[Entry], own: Iterable[Path]) -> None:
    """Writes the contents of a frozen program into `folder`. `own`: where the product's own files lie."""
    owners = _Owners(own)
    named = {_place(name, kind): _file(source, kind, owners) for name, source, kind in files}
    whose = {owners.of(source) for _, source, _ in modules if Path(source).is_absolute()}
    whose |= {entry["owner"] for entry in named.values() if "owner" in entry} | {PACKAGE + BOOTLOADER}
    packages = {name.removeprefix(PACKAGE) for name in whose if name.startswith(PACKAGE)}
    contents = {
        "python": {
            "version": platform.python_version(),
            "library": sysconfig.get_path("stdlib"),
            "licence": _licence(),
        },
        "packages": {name: _package(owners.packages[name]) for name in sorted(packages)},
        "files": dict(sorted(named.items())),
    }
    (folder / NAME).write_text(json.dumps(contents, indent=1), encoding="utf-8")


def _place(name: str, kind: str) -> str:
    """Where it is in the frozen folder."""
    return name if kind == "EXECUTABLE" else "_internal/" + name.replace("\\", "/")


def _file(source: str, kind: str, owners: _Owners) -> dict[str, str]:
    if kind == "SYMLINK":
        return {"link": source.replace("\\", "/")}
    return {"owner": owners.of(source), "source": source}


class _Owners:
    """Finds out whose a file is."""

    def __init__(self, own: Iterable[Path]) -> None:
        self.packages = {normalised(found.name): found for found in distributions()}
        self._files = {
            _key(str(found.locate_file(file))): PACKAGE + name
            for name, found in self.packages.items()
            for file in found.files or ()
        }
        self._packages_folder = _key(sysconfig.get_path("purelib"))
        self._python = [_key(folder) for folder in (sys.base_prefix, sysconfig.get_path("stdlib"))]
        self._own = [_key(folder) for folder in own]

    def of(self, source: str) -> str:
        """Raises `ValueError` for a file among the packages that none of them has."""
        file = _key(source)
        if found := self._files.get(file):
            return found
        if file.startswith(self._packages_folder + os.sep):
            raise ValueError(f"no installed package has {source}")
        # What PyInstaller compiles for itself is of the standard library (module_collection_mode).
        if f"{os.sep}localpycs{os.sep}" in file or any(file.startswith(folder + os.sep) for folder in self._python):
            return PYTHON
        return PRODUCT if any(file.startswith(folder + os.sep) for folder in self._own) else SYSTEM


def _key(file: str | os.PathLike[str]) -> str:
    return os.path.normcase(os.path.realpath(os.fspath(file)))


def normalised(name: str) -> str:
    """A package's name as it is compared."""
    return name.lower().replace("_", "-").replace(".", "-")


def _licence() -> str | None:
    """The text that the Python brings along; Debian's keeps its own elsewhere."""
    for folder in (sysconfig.get_path("stdlib"), sys.base_prefix):
        for name in ("LICENSE.txt", "LICENSE"):
            file = Path(folder, name)
            if file.is_file():
                return file.read_text(encoding="utf-8")
    return None


def _package(found: Distribution) -> dict[str, Any]:
    texts, boms = {}, []
    for file in found.files or ():
        inside = file.as_posix().partition(".dist-info/")[2]
        if inside.startswith("sboms/") and inside.endswith(".json"):
            boms.append(json.loads(file.read_text(encoding="utf-8")))
        elif inside and inside.rpartition("/")[2].lower().startswith(_WITH_LICENCE):
            texts[inside.removeprefix("licenses/")] = file.read_text(encoding="utf-8")
    return {
        "version": found.version,
        "licence": next(_stated_licences(found), None),
        "texts": dict(sorted(texts.items())),
        "boms": boms,
    }


def _stated_licences(found: Distribution) -> Iterator[str]:
    for field in ("License-Expression", "License"):
        yield from (stated for stated in found.metadata.get_all(field) or () if "\n" not in stated)
    for classifier in found.metadata.get_all("Classifier") or ():
        if classifier.startswith("License ::"):
            yield classifier.rpartition("::")[2].strip()
