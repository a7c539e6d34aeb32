"""How long one hook may still take. [R12]"""

from __future__ import annotations

import time

from practice_ledger import bounds


class Deadline:
    """A point in monotonic time by which the hook is done, and the part of it that may go into waiting for locks.

    Both are seconds from the moment of construction.
    """

    def __init__(self, seconds: float = bounds.HOOK_SECONDS, lock_seconds: float = bounds.LOCK_SECONDS) -> None:
        self._end = time.monotonic() + seconds
        self._lock_seconds = lock_seconds

    def shorten(self, seconds: float) -> None:
        """Moves the end to at most `seconds` from now."""
        self._end = min(self._end, time.monotonic() + seconds)

    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def left_for_locks(self) -> float:
        return min(self._lock_seconds, self.left())

    def waited_for_lock(self, seconds: float) -> None:
        """All locks of one hook share one budget: takes `seconds` from it."""
        self._lock_seconds = max(0.0, self._lock_seconds - seconds)
