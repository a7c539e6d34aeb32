"""Progress lines, each with the seconds since the start."""

from __future__ import annotations

import sys
import time

_START = time.monotonic()


def say(text: str) -> None:
    """Goes to standard output at once, before whatever a child process prints next."""
    sys.stdout.write(f"[{time.monotonic() - _START:6.1f} s] {text}\n")
    sys.stdout.flush()
