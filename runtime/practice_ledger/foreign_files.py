"""Files that other programs wrote: read without ever waiting, and never more of one than can be held. [R12]"""

from __future__ import annotations

import json
import os
import stat
import sys
import tomllib
from typing import Any

MOST = 1024 * 1024
"""Bytes. What a person writes by hand, or a plugin brings, is a hundredth of that."""


if sys.platform == "win32":
    _FLAGS = os.O_RDONLY | os.O_BINARY
else:
    _FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class Unreadable(Exception):
    """A file that is there and cannot be read, or not understood; the text says why, and not which one."""


def content_of(path: str, most: int = MOST) -> bytes:
    """What a plain file holds. Raises `FileNotFoundError` for none, `Unreadable` for whatever else lies there."""
    try:
        # Opening a pipe or a device without this would wait for whoever is at its other end.
        descriptor = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except OSError as error:
        raise Unreadable(error.strerror or "it cannot be opened") from None
    except ValueError:  # a name that no file can have
        raise FileNotFoundError(path) from None
    try:
        return _bounded(descriptor, most)
    except OSError as error:
        raise Unreadable(error.strerror or "it cannot be read") from None
    finally:
        os.close(descriptor)


def _bounded(descriptor: int, most: int) -> bytes:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        raise Unreadable("it is not a plain file")
    data = bytearray()
    while piece := os.read(descriptor, most + 1 - len(data)):
        data += piece
    if len(data) > most:
        raise Unreadable(f"it is longer than {most} bytes")
    return bytes(data)


def json_of(text: bytes) -> Any:
    """The JSON value. Raises `Unreadable`."""
    try:
        return json.loads(text)
    except ValueError as error:  # JSON's, UTF-8's, and that of a number with too many digits
        raise Unreadable(f"it is not JSON: {error}") from None
    except RecursionError:
        raise Unreadable("it is nested too deep") from None


def toml_of(text: bytes) -> dict[str, Any]:
    """The TOML document. Raises `Unreadable`."""
    try:
        return tomllib.loads(text.decode())
    except ValueError as error:
        raise Unreadable(str(error)) from None
    except RecursionError:
        raise Unreadable("it is nested too deep") from None


def names_in(folder: str) -> list[str]:
    """What lies in a folder, sorted; nothing for one that is not there or cannot be looked into."""
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []
