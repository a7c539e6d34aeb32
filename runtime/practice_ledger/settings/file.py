"""The settings file: where it is, and its bytes if it may be trusted."""

from __future__ import annotations

import os
import stat
import sys

from practice_ledger import bounds
from practice_ledger.refusals import Refused
from practice_ledger.storage.user_directories import SETTINGS_FILE, user_config_directory

if sys.platform == "win32":
    _FLAGS = os.O_RDONLY | os.O_BINARY
else:
    _FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY


class Unusable(Exception):
    """The file is there and is not read; the text says why, and `next_step` what to do."""

    def __init__(self, what: str, next_step: str) -> None:
        super().__init__(what)
        self.next_step = next_step


def settings_path() -> str | None:
    """The file's absolute path, whether it is there or not; None where there is no home."""
    try:
        return os.path.join(user_config_directory(), SETTINGS_FILE)
    except Refused:
        return None


def settings_bytes() -> bytes | None:
    """What the file holds, None if there is none. Raises `Unusable`.

    Never waits, whatever lies there. As `ssh` does, it takes no file that somebody else could have written: whoever
    writes it can silently switch the product off.
    """
    path = settings_path()
    if path is None:
        return None
    try:
        descriptor = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        if os.path.islink(path):
            raise Unusable("is a link to a file that is not there", "Correct or remove the link.") from None
        return None
    except OSError as error:
        raise Unusable(f"cannot be opened ({error.strerror})", "Make it readable for yourself.") from None
    try:
        _check(os.fstat(descriptor))
        return _read(descriptor)
    except OSError as error:
        raise Unusable(f"cannot be read ({error.strerror})", "Make it readable for yourself.") from None
    finally:
        os.close(descriptor)


def _check(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Unusable("is not a plain file", "Put a plain file in its place, or remove it.")
    if sys.platform == "win32":
        return  # what lies below %LOCALAPPDATA% is the user's own
    if found.st_uid not in (os.geteuid(), 0):
        raise Unusable("belongs to another user", "Make it your own (chown), or remove it.")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise Unusable("can be written by others", "Take that away: chmod go-w.")


def _read(descriptor: int) -> bytes:
    data = b""
    while chunk := os.read(descriptor, bounds.SETTINGS_BYTES + 1 - len(data)):
        data += chunk
    if len(data) > bounds.SETTINGS_BYTES:
        raise Unusable(f"is longer than {bounds.SETTINGS_BYTES} bytes", "Shorten it.")
    return data
