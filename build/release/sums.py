"""`SHA256SUMS`, in the form that `sha256sum -c` takes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

NAME = "SHA256SUMS"


def sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def drop(folder: Path) -> None:
    """Takes the sums away, so that what is in the folder meanwhile is no release."""
    (folder / NAME).unlink(missing_ok=True)


def write(folder: Path, files: Iterable[Path]) -> None:
    """Writes the sums of these files, which are in the folder, into it."""
    # In binary, with Unix' line ends on every system, since sha256sum takes a CR for a part of the name.
    (folder / NAME).write_bytes(b"".join(f"{sha256(file)}  {file.name}\n".encode() for file in sorted(files)))
