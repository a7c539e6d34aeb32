"""Waits until what was written to a pipe has been taken out of it. [R24]

A host reads standard output and standard error side by side. Text that is there before it has taken the receipts can
come before them in its view, and of a long text it cuts the middle, with all that stands there.
"""

from __future__ import annotations

import os
import sys
import time

_PAUSE_SECONDS = 0.0005


def until_taken(descriptor: int, seconds: float) -> None:
    """Returns once the pipe is empty, after `seconds` at the latest, and at once for what is no pipe."""
    if sys.platform == "win32":
        _flushed(descriptor, seconds)
        return
    import fcntl
    from termios import FIONREAD

    end = time.monotonic() + seconds
    try:
        while any(fcntl.ioctl(descriptor, FIONREAD, b"\0" * 4)) and time.monotonic() < end:
            time.sleep(_PAUSE_SECONDS)
    except OSError:
        return  # such as /dev/null, which holds nothing


def _flushed(descriptor: int, seconds: float) -> None:
    """On Windows a flush of a pipe ends when it is empty, and takes no limit."""
    from _thread import allocate_lock, start_new_thread

    done = allocate_lock()
    done.acquire()

    def flush() -> None:
        try:
            os.fsync(descriptor)
        except OSError:
            pass
        done.release()

    start_new_thread(flush, ())
    done.acquire(timeout=seconds)
