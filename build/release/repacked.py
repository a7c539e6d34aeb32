"""Whether an archive is, byte for byte, what is packed of the files in it."""

from __future__ import annotations

import io
import tempfile
import zipfile
import zlib
from pathlib import Path

from release.archive import ZIP, gunzip, pack

_GZIP_HEADER = 10
_ZIP_HEADER, _SIZE_THERE = 30, slice(18, 22)
_ZIP_LISTED, _SIZE_LISTED, _PLACE_LISTED = 46, slice(20, 24), slice(42, 46)
_PLACE_OF_LIST = slice(-6, -2)


def is_as_packed(archive: Path, folder: Path, moment: int) -> bool:
    """Whether `pack` makes this archive of this folder, which was unpacked from it.

    The choices of a compressor are its own: systems have different zlibs. So what they compressed is compared.
    """
    with tempfile.TemporaryDirectory() as place:
        again = Path(place, archive.name)
        pack(folder, again, moment)
        given, made = archive.read_bytes(), again.read_bytes()
        if given == made:
            return True
        inflated = _inflated_zip if archive.name.endswith(ZIP) else _inflated_tar
        try:
            return inflated(archive) == inflated(again)
        except (ValueError, zlib.error, zipfile.BadZipFile):
            return False


def _inflated_tar(archive: Path) -> bytes:
    plain = io.BytesIO()
    gunzip(archive, plain)
    with archive.open("rb") as opened:
        return opened.read(_GZIP_HEADER) + plain.getvalue()


def _inflated_zip(archive: Path) -> bytes:
    """All of its bytes, but with contents as they were and without what their compressed sizes show in.

    Raises `ValueError` if anything lies between its entries or in them that is none of their content.
    """
    raw = archive.read_bytes()
    with zipfile.ZipFile(archive) as packed:
        entries = packed.infolist()
    parts: list[bytes] = []
    place = 0
    for entry in entries:
        if entry.header_offset != place:
            raise ValueError("there is a gap")
        start = place + _ZIP_HEADER + len(entry.orig_filename.encode())
        place = start + entry.compress_size
        parts += (
            _without(raw[entry.header_offset : start], _SIZE_THERE),
            _content(raw[start:place], entry),
        )
    for entry in entries:
        end = place + _ZIP_LISTED + len(entry.orig_filename.encode())
        parts.append(_without(raw[place:end], _SIZE_LISTED, _PLACE_LISTED))
        place = end
    return b"".join([*parts, _without(raw[place:], _PLACE_OF_LIST)])


def _content(packed: bytes, entry: zipfile.ZipInfo) -> bytes:
    if entry.compress_type == zipfile.ZIP_STORED:
        return packed
    stream = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    content = stream.decompress(packed, entry.file_size + 1)
    if not stream.eof or stream.unused_data or len(content) != entry.file_size:
        raise ValueError("this is not all of its content, or more")
    return content


def _without(header: bytes, *fields: slice) -> bytes:
    kept = bytearray(header)
    for field in fields:
        kept[field] = bytes(4)
    return bytes(kept)
