"""A small file of faults, for a person who asks why nothing was remembered. [R6, R21]

One line a fault: time in UTC, what was going on, a word for what went wrong. Never any content of a payload.
"""

from __future__ import annotations

import os
import time

from practice_ledger import bounds
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.storage.private_folder import PrivateFolder

FILE = "diagnostics.log"
OLDER_FILE = "diagnostics.log.1"
FILES = (OLDER_FILE, FILE)
"""Oldest lines first."""


def note(folder: PrivateFolder, activity: str, fault: str) -> None:
    """Appends one line; both words are this package's own. That it cannot be written is no fault."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = f"{stamp} {activity} {fault}".encode("ascii", "replace")[: bounds.DIAGNOSTIC_LINE_BYTES - 1] + b"\n"
    try:
        descriptor = folder.open_for_append(FILE)
        try:
            if os.fstat(descriptor).st_size + len(line) > bounds.DIAGNOSTICS_BYTES:
                folder.move(FILE, folder, OLDER_FILE)
                os.close(descriptor)
                descriptor = folder.open_for_append(FILE)
            os.write(descriptor, line)
        finally:
            os.close(descriptor)
    except (OSError, Refused):
        return


def lines_of(folder: PrivateFolder, name: str) -> list[str]:
    """Every line that is kept in one of `FILES`, the oldest first. Raises `OSError`."""
    return _content(folder, name).decode("ascii", "backslashreplace").splitlines()


def keep_to_bound(folder: PrivateFolder) -> int:
    """Removes the oldest lines of files that were written under a higher bound than is in force; returns how many files
    that were. Raises `OSError`."""
    changed = 0
    for name in FILES:
        data = _content(folder, name)
        if len(data) > bounds.DIAGNOSTICS_BYTES:
            kept = data[-bounds.DIAGNOSTICS_BYTES :].partition(b"\n")[2]  # the first line may be a part of one
            folder.replace(name, kept, durable=False)
            changed += 1
    return changed


def _content(folder: PrivateFolder, name: str) -> bytes:
    try:
        return folder.read(name, 2 * bounds.CEILINGS["DIAGNOSTICS_BYTES"]) or b""
    except ValueError:
        return b""  # no file of ours


def forget(folder: PrivateFolder) -> None:
    """Removes every line. Raises `OSError`."""
    for name in FILES:
        folder.remove(name)
