"""Takes out of ELF files where they look for libraries first: a folder of the machine that their Python was built on.

On a user's machine that folder may be missing, or another user's. The frozen program finds its libraries without it.
"""

from __future__ import annotations

from pathlib import Path

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import StringTableSection, SymbolTableSection

_TAGS = ("DT_RPATH", "DT_RUNPATH")
_OFFSETS_OF_NAMES = ("DT_NEEDED", "DT_SONAME")


def remove(folder: Path) -> None:
    """Does so for all ELF files below a folder. Raises `ValueError` for one whose other names share these bytes."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("r+b") as file:
                if file.read(4) == b"\x7fELF":
                    content = path.read_bytes()
                    cleaned = _without(content, ELFFile(file))
                    if cleaned != content:
                        file.seek(0)
                        file.write(cleaned)


def _without(content: bytes, elf: ELFFile) -> bytes:
    section = next((found for found in elf.iter_sections() if isinstance(found, DynamicSection)), None)
    if section is None:
        return content
    changed = bytearray(content)
    start, size = section["sh_offset"], section["sh_entsize"]
    entries = list(section.iter_tags())
    kept = b""
    for number, entry in enumerate(entries):
        if entry.entry.d_tag in _TAGS:
            _blank(changed, elf, section, entry.entry.d_val)
        else:
            kept += content[start + number * size : start + (number + 1) * size]
    # What follows moves up; the table ends with an entry of zeros, of which there are now more.
    changed[start : start + len(entries) * size] = kept.ljust(len(entries) * size, b"\0")
    return bytes(changed)


def _blank(changed: bytearray, elf: ELFFile, section: DynamicSection, offset: int) -> None:
    """Overwrites the path in the table of names."""
    names = elf.get_section(section["sh_link"])
    assert isinstance(names, StringTableSection)  # noqa: S101 - by the format
    length = len(names.get_string(offset).encode())
    in_use = {entry.entry.d_val for entry in section.iter_tags() if entry.entry.d_tag in _OFFSETS_OF_NAMES}
    symbols = elf.get_section_by_name(".dynsym")
    if isinstance(symbols, SymbolTableSection):
        in_use |= {symbol["st_name"] for symbol in symbols.iter_symbols()}
    if any(offset < used <= offset + length for used in in_use):
        raise ValueError("another name ends as the path does")
    place = names["sh_offset"] + offset
    changed[place : place + length] = b"X" * length
