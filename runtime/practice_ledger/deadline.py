"""How long one hook may still take. [R12]"""

from __future__ import annotations

import os
import sys
import time

from practice_ledger import bounds


class Deadline:
    """A point in monotonic time by which the hook is done, and the part of it that may go into waiting for locks.

    Both are seconds from the moment of construction, those of `bounds` unless others are given.
    """

    def __init__(self, seconds: float | None = None, lock_seconds: float | None = None) -> None:
        self._start = time.monotonic()
        self._end = self._start + (bounds.HOOK_SECONDS if seconds is None else seconds)
        self._lock_seconds = bounds.LOCK_SECONDS if lock_seconds is None else lock_seconds
        self._enforced = False

    def enforce(self) -> None:
        """From now on the system ends the process at this point, wherever it is. The wrapper makes silence of that."""
        self._enforced = True
        self._set_timer()

    def shorten(self, seconds: float) -> None:
        """Moves the end to at most `seconds` from now."""
        self._end_by(time.monotonic() + seconds)

    def keep_to_bounds(self) -> None:
        """Takes account of bounds that were lowered since construction."""
        self._lock_seconds = min(self._lock_seconds, bounds.LOCK_SECONDS)
        self._end_by(self._start + bounds.HOOK_SECONDS)

    def _end_by(self, end: float) -> None:
        if end < self._end:
            self._end = end
            if self._enforced:
                self._set_timer()

    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def left_for_locks(self) -> float:
        return min(self._lock_seconds, self.left())

    def waited_for_lock(self, seconds: float) -> None:
        """All locks of one hook share one budget: takes `seconds` from it."""
        self._lock_seconds = max(0.0, self._lock_seconds - seconds)

    def _set_timer(self) -> None:
        if sys.platform == "win32":
            self._start_watching()
            return
        try:
            import _signal as signal  # type: ignore[import-not-found]  # `signal` itself would import `enum`
        except ImportError:
            import signal
        # The system's own answer and not a handler of ours, which would wait for the interpreter's next step.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGALRM,))
        signal.setitimer(signal.ITIMER_REAL, max(self.left(), 0.001))  # zero would switch it off

    def _start_watching(self) -> None:
        """Where no system ends the process, a thread does. It runs while the main thread waits for anything."""
        from _thread import start_new_thread

        start_new_thread(self._end_in_time, ())

    def _end_in_time(self) -> None:
        while left := self.left():
            time.sleep(left)
        os._exit(0)
