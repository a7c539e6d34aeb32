"""What a frozen program is made of, each part with its version, its licence and the text of that."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import frozen_contents
from problem import BUILD_FAILED, Problem
from release import debian_packages
from release.native_files import native_files, windows_version

_TEXTS = Path(__file__).parent / "licence_texts"
_PYTHON = "CPython"
# What packages state in words of their own, as SPDX has it.
_SPDX = {
    "MIT License": "MIT",
    "GPLv2-or-later with a special exception which allows to use PyInstaller to build and distribute non-free programs "
    "(including commercial ones)": "GPL-2.0-or-later WITH Bootloader-exception",
}
_MICROSOFT = "Microsoft Visual C++ runtime"
_OF_MICROSOFT = ("vcruntime", "msvcp", "concrt", "ucrtbase", "api-ms-win-")


@dataclass
class Component:
    """`purl` names it as scanners do. `texts` are its licences, by file. `sha256` is that of its wheel.

    `files` are native ones, as paths in the program's folder. `parts` are compiled into it: components of CycloneDX, as
    its wheel lists them.
    """

    name: str
    version: str
    purl: str
    licence: str
    texts: Mapping[str, str]
    cpe: str | None = None
    sha256: str | None = None
    parts: list[dict[str, Any]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def read_contents(program: Path) -> dict[str, Any]:
    """What the freezing wrote down about a frozen program."""
    written: dict[str, Any] = json.loads((program.parent / frozen_contents.NAME).read_text(encoding="utf-8"))
    return written


def components(program: Path, contents: Mapping[str, Any], wheels: Mapping[str, str]) -> list[Component]:
    """The components of a frozen program's folder, by name. `wheels`: sha256 of each package's wheel.

    Raises `Problem` for a file of unknown origin, and for a component without the text of its licence.
    """
    distributed = debian_packages.owner(Path(contents["python"]["library"], "os.py"))
    found = {frozen_contents.PYTHON: _python(contents["python"], distributed)}
    for name, package in contents["packages"].items():
        found[frozen_contents.PACKAGE + name] = _package(name, package, wheels)
    for file in native_files(program):
        place = file.relative_to(program).as_posix()
        key, component = _owner(place, file, contents, found, of_distribution=distributed is not None)
        found.setdefault(key, component).files.append(place)
    for component in found.values():
        if not any(text.strip() for text in component.texts.values()):
            raise _no_licence(component)
    return sorted(found.values(), key=lambda component: component.name.lower())


def _owner(
    place: str, file: Path, contents: Mapping[str, Any], found: Mapping[str, Component], *, of_distribution: bool
) -> tuple[str, Component]:
    """The component of a native file, and a key that is its own."""
    if file.name.lower().startswith(_OF_MICROSOFT):
        return _MICROSOFT, _microsoft(file, found[frozen_contents.PYTHON])
    entry = _entry(place, contents["files"])
    whose = entry["owner"]
    if whose == frozen_contents.PRODUCT:  # the bootloader, with the product's modules behind it
        whose = frozen_contents.PACKAGE + frozen_contents.BOOTLOADER
    if whose == frozen_contents.SYSTEM or (whose == frozen_contents.PYTHON and of_distribution):
        package = debian_packages.owner(Path(entry["source"]))
        if package is not None:
            return f"debian {package.name}", _debian(package)
    if whose == frozen_contents.SYSTEM:
        raise Problem(
            BUILD_FAILED,
            what=f"no package is known that brings {entry['source']}, so neither its version nor its licence is",
            where=place,
            next_step="build on Debian or Ubuntu, or leave it out of the program in build/practice-ledger.spec",
        )
    return whose, found[whose]


def _entry(place: str, files: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    entry = files.get(place)
    if entry is None:
        raise Problem(
            BUILD_FAILED,
            what="it is not known where this file of the frozen program comes from",
            where=place,
            next_step="delete .build/frozen and .build/windows/frozen, and build again",
        )
    if "link" in entry:
        target = Path(place).parent / entry["link"]
        return _entry(target.as_posix(), files)
    return entry


def _python(python: Mapping[str, Any], distributed: debian_packages.DebianPackage | None) -> Component:
    version, text = python["version"], python["licence"]
    texts = {"LICENSE": text} if text else distributed.texts if distributed else {}
    if texts:  # it names its own licence only
        texts = {**texts, "Incorporated software": (_TEXTS / "CPython.txt").read_text(encoding="utf-8")}
    cpe = f"cpe:2.3:a:python:python:{version}:*:*:*:*:*:*:*"
    return Component(_PYTHON, version, f"pkg:generic/cpython@{version}", "Python-2.0.1", texts, cpe=cpe)


def _package(name: str, package: Mapping[str, Any], wheels: Mapping[str, str]) -> Component:
    shown = "PyInstaller bootloader" if name == frozen_contents.BOOTLOADER else name
    licence = _SPDX.get(package["licence"], package["licence"] or "see its text")
    texts, in_full = package["texts"], _TEXTS / f"{licence}.txt"
    if texts and in_full.is_file():  # it only refers to it
        texts = {**texts, licence: in_full.read_text(encoding="utf-8")}
    purl = f"pkg:pypi/{name}@{package['version']}"
    parts = [part for bom in package["boms"] for part in _compiled_in(bom)]
    return Component(shown, package["version"], purl, licence, texts, sha256=wheels[name], parts=parts)


def _compiled_in(bom: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for part in bom.get("components", ()):
        if part.get("purl") and part.get("scope") != "excluded":
            yield part


def _microsoft(file: Path, python: Component) -> Component:
    """They come with CPython for Windows, whose licence has their terms."""
    version = windows_version(file) or "unknown"
    purl = f"pkg:generic/microsoft-visual-cpp-runtime@{version}"
    return Component(_MICROSOFT, version, purl, "Microsoft Distributable Code", python.texts)


def _debian(package: debian_packages.DebianPackage) -> Component:
    purl = f"pkg:deb/{package.distribution}/{package.name}@{package.version}?arch={package.architecture}"
    return Component(package.name, package.version, purl, "see the copyright file of its package", package.texts)


def _no_licence(component: Component) -> Problem:
    return Problem(
        BUILD_FAILED,
        what=f"{component.name} {component.version} comes without the text of its licence",
        where=component.purl,
        next_step="it may not be passed on so: use a build of it that holds its licence, or leave it out",
    )
