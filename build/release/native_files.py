"""Programs and libraries of machine code, whatever the system."""

from __future__ import annotations

import struct
from pathlib import Path

BEGINNINGS = (
    b"\x7fELF",
    b"MZ",
    *(bytes.fromhex(magic) for magic in ("feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe", "cafebabf")),
)
"""Of files of Linux, of Windows, and of macOS, there by width and order of bytes, or for several processors."""
_WINDOWS_VERSION = b"\xbd\x04\xef\xfe"


def native_files(folder: Path) -> list[Path]:
    """Those below a folder, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and _is_native(path))


def _is_native(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4).startswith(BEGINNINGS)


def windows_version(path: Path) -> str | None:
    """The version that a program or library for Windows states of itself."""
    content = path.read_bytes()
    place = content.find(_WINDOWS_VERSION)
    if place < 0:
        return None
    high, low = struct.unpack_from("<LL", content, place + 8)
    return ".".join(str(part) for part in (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF))
