"""Keeps two builds of one tree out of each other's way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import folders
from problem import MACHINE_LACKS, Problem
from progress import say

try:
    import fcntl
except ImportError:  # Windows: two builds at once are the caller's risk there
    fcntl = None  # type: ignore[assignment]


def _lock_file(name: str) -> BinaryIO:
    try:
        folders.WORK.mkdir(exist_ok=True)
        return (folders.WORK / name).open("wb")
    except OSError as error:
        raise Problem(
            MACHINE_LACKS,
            what=f"nothing can be made in this tree: {error.strerror}",
            where=str(folders.WORK),
            next_step="make the tree writable for you, or clone it to a place that is",
        ) from None


@contextmanager
def one_at_a_time(name: str = "lock") -> Iterator[None]:
    """Waits until no other build of this tree is in such a block of that name.

    The system lets go of a lock whose holder died.
    """
    with _lock_file(name) as lock:
        if fcntl:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("waiting for another build of this tree")
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
