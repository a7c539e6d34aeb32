"""Waits until what was written to a pipe has been taken out of it. [R24]

A host reads standard output and standard error side by side. Text that is there before it has taken the receipts can
come before them in its view, and of a long text it cuts the middle, with all that stands there.
"""

from __future__ import annotations

import fcntl
import time

_PAUSE_SECONDS = 0.0005


def until_taken(descriptor: int, seconds: float) -> None:
    """Returns once the pipe is empty, after `seconds` at the latest, and at once for what is no pipe."""
    from termios import FIONREAD

    end = time.monotonic() + seconds
    try:
        while any(fcntl.ioctl(descriptor, FIONREAD, b"\0" * 4)) and time.monotonic() < end:
            time.sleep(_PAUSE_SECONDS)
    except OSError:
        return  # such as /dev/null, which holds nothing
