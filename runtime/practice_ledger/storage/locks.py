"""Locks between processes, on files that are never deleted. [R12]

`flock`, or on Windows the lock of the first byte, as `filelock.FileLock` takes them, so that both
work together on one file; that library's import alone would triple the time of a hook.
"""

from __future__ import annotations

import os
import sys
import time

from practice_ledger import bounds
from practice_ledger.refusals import Refused

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.deadline import Deadline
    from practice_ledger.storage.private_folder import PrivateFolder


class HeldLock:
    """Holds one lock file for the length of a `with` block.

    Raises `Refused("state-locked")` when it is not to be had within the deadline's budget for locks (or `patience`
    seconds, if that is less), `OSError` when the lock file cannot be used.
    """

    def __init__(self, folder: PrivateFolder, name: str, deadline: Deadline, patience: float | None = None) -> None:
        self._folder = folder
        self._name = name
        self._deadline = deadline
        self._patience = patience
        self._descriptor = -1

    def __enter__(self) -> None:
        self._descriptor = self._folder.open_for_append(self._name)
        started = time.monotonic()
        patience = self._deadline.left_for_locks()
        if self._patience is not None:
            patience = min(patience, self._patience)
        try:
            while not _try_lock(self._descriptor):
                if time.monotonic() - started >= patience:
                    raise Refused("state-locked")
                time.sleep(bounds.LOCK_POLL_SECONDS)
        except BaseException:
            os.close(self._descriptor)
            raise
        finally:
            self._deadline.waited_for_lock(time.monotonic() - started)

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


def _try_lock(descriptor: int) -> bool:
    if sys.platform == "win32":
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:  # C runtimes have several numbers for a lock that is held
            return False
    else:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # some file systems say EACCES for a lock that is held
            return False
    return True


def stripe(conversation: str) -> str:
    """The lock file of a conversation, given its hash: one of a fixed number."""
    return _stripe(int(conversation[:8], 16) % bounds.LOCK_STRIPES)


def stripes() -> list[str]:
    """The lock files of all conversations."""
    return [_stripe(number) for number in range(bounds.LOCK_STRIPES)]


def _stripe(number: int) -> str:
    return f"stripe-{number:02d}{LOCK_SUFFIX}"


LOCK_SUFFIX = ".lock"
ROOTS_LOCK = f"roots{LOCK_SUFFIX}"
TALLY_LOCK = f"tally{LOCK_SUFFIX}"
