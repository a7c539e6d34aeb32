"""Archives whose bytes depend on nothing but the files in them, and their time."""

from __future__ import annotations

import gzip
import os
import stat
import struct
import tarfile
import tempfile
import time
import zipfile
import zlib
from pathlib import Path
from typing import IO

from problem import BUILD_FAILED, Problem
from release.native_files import BEGINNINGS

TAR, ZIP = ".tar.gz", ".zip"
_FOLDER, _PROGRAM, _FILE = 0o755, 0o755, 0o644
_UNIX = 3  # as the system that a zip file was made on

# How scripts, programs and libraries begin.
_RUN = (b"#!", *BEGINNINGS)

MOST_BYTES = 1 << 29
"""More than a release of all targets takes, unpacked."""

_MOST_FILES = 20_000
_PIECE = 1 << 20


def kind(target: str) -> str:
    """The ending of the name of a target's archive: what its system can unpack by itself."""
    return ZIP if target.startswith("windows") else TAR


def pack(folder: Path, archive: Path, moment: int) -> None:
    """Packs a folder under its own name, every entry with the time `moment`. Raises `Problem` for a link in it."""
    paths = [folder, *sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix())]
    for path in paths:
        _check(path)
    if archive.name.endswith(ZIP):
        _zip(folder, paths, archive, moment)
    else:
        _tar(folder, paths, archive, moment)


def _check(path: Path) -> None:
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) and not (stat.S_ISREG(found.st_mode) and found.st_nlink == 1):
        raise Problem(
            BUILD_FAILED,
            what="a release holds plain files and folders only, since Codex and zip lose all else; this is none",
            where=str(path),
            next_step="have the build put a file of its own there",
        )


def _mode(path: Path) -> int:
    """Decided by content only: the systems that a release is made on do not say the same of one file."""
    if path.is_dir():
        return _FOLDER
    with path.open("rb") as opened:
        return _PROGRAM if opened.read(4).startswith(_RUN) else _FILE


def _name(folder: Path, path: Path) -> str:
    return path.relative_to(folder.parent).as_posix()


def _tar(folder: Path, paths: list[Path], archive: Path, moment: int) -> None:
    with (
        archive.open("wb") as raw,
        # Neither a name nor a time in its header.
        gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in paths:
            entry = tarfile.TarInfo(_name(folder, path))
            entry.mode, entry.mtime = _mode(path), moment
            if path.is_dir():
                entry.type = tarfile.DIRTYPE
                tar.addfile(entry)
            else:
                entry.size = path.stat().st_size
                with path.open("rb") as content:
                    tar.addfile(entry, content)


def _zip(folder: Path, paths: list[Path], archive: Path, moment: int) -> None:
    when = time.gmtime(moment)[:6]
    with zipfile.ZipFile(archive, "w") as packed:
        for path in paths:
            entry = zipfile.ZipInfo(_name(folder, path) + ("/" if path.is_dir() else ""), when)
            entry.create_system = _UNIX
            entry.compress_type = zipfile.ZIP_STORED if path.is_dir() else zipfile.ZIP_DEFLATED
            form = stat.S_IFDIR if path.is_dir() else stat.S_IFREG
            entry.external_attr = (form | _mode(path)) << 16 | (0x10 if path.is_dir() else 0)
            packed.writestr(entry, b"" if path.is_dir() else path.read_bytes(), compresslevel=9)


def unpack(archive: Path, into: Path) -> Path:
    """Unpacks an archive as `tar` or `unzip` does; returns the one folder in it. Raises `Problem` for any other."""
    into.mkdir(parents=True)
    try:
        if archive.name.endswith(ZIP):
            _unzip(archive, into)
        else:
            _untar(archive, into)
    except _DAMAGE as error:
        raise _no_release(archive, str(error)) from None
    folders = list(into.iterdir())
    if len(folders) != 1 or not folders[0].is_dir():
        raise _no_release(archive, f"it holds {len(folders)} things at its top, which should be one folder")
    return folders[0]


# What the libraries raise for an archive with anything wrong or unusual in it.
_DAMAGE = (
    OSError,
    EOFError,
    ValueError,
    OverflowError,
    RuntimeError,
    struct.error,
    zlib.error,
    tarfile.TarError,
    zipfile.BadZipFile,
)


def _untar(archive: Path, into: Path) -> None:
    with tempfile.TemporaryFile() as plain:
        gunzip(archive, plain)
        with tarfile.open(fileobj=plain, mode="r:") as tar:
            entries: list[tarfile.TarInfo] = []
            size = 0
            for entry in tar:
                if not (entry.isfile() or entry.isdir()):
                    raise ValueError(f"{entry.name} is neither a file nor a folder")
                entries.append(entry)
                size += entry.size
                _check_bounds(len(entries), size)
            tar.extractall(into, members=entries, filter="data")


def gunzip(archive: Path, plain: IO[bytes]) -> None:
    """Raises `ValueError` or `zlib.error` for anything but one whole stream of not too many bytes."""
    stream = zlib.decompressobj(wbits=31)
    with archive.open("rb") as packed:
        while not stream.eof:
            part = stream.unconsumed_tail or packed.read(_PIECE)
            made = stream.decompress(part, _PIECE)
            if not part and not made:
                raise ValueError("it is cut off")
            plain.write(made)
            _check_bounds(1, plain.tell())
        if stream.unused_data or packed.read(1):
            raise ValueError("something follows its end")
    plain.seek(0)


def _unzip(archive: Path, into: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        _check_bounds(len(packed.infolist()), sum(entry.file_size for entry in packed.infolist()))
        for entry in packed.infolist():
            made = packed.extract(entry, into)
            Path(made).chmod((entry.external_attr >> 16) & 0o777 or (_FOLDER if entry.is_dir() else _FILE))


def _check_bounds(files: int, size: int) -> None:
    if files > _MOST_FILES or size > MOST_BYTES:
        raise ValueError(f"it holds more than {_MOST_FILES} files or {MOST_BYTES:,} bytes")


def _no_release(archive: Path, reason: str) -> Problem:
    return Problem(
        BUILD_FAILED,
        what=f"this is no archive of a release: {reason}",
        where=os.fspath(archive),
        next_step="name archives that `python3 build release` made",
    )
