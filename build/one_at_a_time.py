"""Keeps two builds of one tree out of each other's way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import folders
from progress import say

try:
    import fcntl
except ImportError:  # Windows: two builds at once are the caller's risk there
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Waits until no other build of this tree is in such a block. The system lets go of a lock whose holder died."""
    folders.WORK.mkdir(exist_ok=True)
    with (folders.WORK / "lock").open("wb") as lock:
        if fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("waiting for another build of this tree")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
