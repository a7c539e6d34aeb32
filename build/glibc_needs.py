"""The oldest glibc that a frozen program for Linux runs with: what is stated, what is needed, how it is kept low."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection, GNUVerSymSection
from elftools.elf.sections import SymbolTableSection

import folders

Version = tuple[int, ...]

_STATED_IN = folders.PLUGIN / "bin" / "practice-ledger"
_STATED = re.compile(r"^oldest_glibc=([0-9.]+)$", re.MULTILINE)
_VERSION = re.compile(r"GLIBC_([0-9.]+)")

# Newer versions of these differ from the oldest by nothing but how an error is told to programs of before POSIX.
_SAME_IN_ALL_VERSIONS = {"hypot"}
# Where in an Elf64_Vernaux the digest of a version's name stands, and where its name: four bytes each.
_DIGEST, _NAME = 0, 8


def stated() -> Version:
    """What the command of the plugin tells who has an older one. The one place where it is written down."""
    (version,) = _STATED.findall(_STATED_IN.read_text(encoding="utf-8"))
    return _numbers(version)


def needed(folder: Path) -> dict[Path, Version]:
    """The newest version of glibc's symbols that each program and library below a folder asks for, if any."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and (versions := [numbers for numbers, _, _, _ in _asked_for(path)]):
            found[path] = max(versions)
    return found


def lower(library: Path) -> None:
    """Asks for the oldest version of a function, instead of a newer one, where that makes no difference.

    Python asks for `hypot` as it was named anew in glibc 2.35, and for nothing else that is newer than 2.34.
    """
    asked = list(_asked_for(library))
    oldest = {of: place for _, of, place, _ in sorted(asked, key=lambda each: each[0], reverse=True)}
    content = bytearray(library.read_bytes())
    for _, of, place, functions in asked:
        if functions and functions <= _SAME_IN_ALL_VERSIONS:
            for field in (_DIGEST, _NAME):
                content[place + field : place + field + 4] = content[oldest[of] + field :][:4]
    library.write_bytes(content)


def _asked_for(path: Path) -> Iterator[tuple[Version, str, int, set[str]]]:
    """Each version of glibc asked for: its numbers, of which library, where that stands, for which symbols."""
    with path.open("rb") as file:
        if file.read(4) != b"\x7fELF":
            return
        elf = ELFFile(file)
        needs = elf.get_section_by_name(".gnu.version_r")
        if not isinstance(needs, GNUVerNeedSection):
            return
        symbols = _symbols_by_version(elf)
        need_at = needs["sh_offset"]
        for need, versions in needs.iter_versions():
            at = need_at + need["vn_aux"]
            for version in versions:
                if named := _VERSION.fullmatch(version.name or ""):
                    yield _numbers(named[1]), need.name or "", at, symbols[version["vna_other"]]
                at += version["vna_next"]
            need_at += need["vn_next"]


def _symbols_by_version(elf: ELFFile) -> defaultdict[int, set[str]]:
    found: defaultdict[int, set[str]] = defaultdict(set)
    symbols, versions = elf.get_section_by_name(".dynsym"), elf.get_section_by_name(".gnu.version")
    if isinstance(symbols, SymbolTableSection) and isinstance(versions, GNUVerSymSection):
        for symbol, version in zip(symbols.iter_symbols(), versions.iter_symbols(), strict=True):
            found[version["ndx"]].add(symbol.name)
    return found


def _numbers(version: str) -> Version:
    return tuple(int(number) for number in version.split("."))
