"""`SHA256SUMS`, in the form that `sha256sum -c` takes."""

from __future__ import annotations

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write(folder: Path) -> None:
    """Writes the sums of all files of a folder into it."""
    files = sorted(file for file in folder.iterdir() if file.name != NAME)
    # In binary, with Unix' line ends on every system, since sha256sum takes a CR for a part of the name.
    (folder / NAME).write_bytes(b"".join(f"{sha256(file)}  {file.name}\n".encode() for file in files))
