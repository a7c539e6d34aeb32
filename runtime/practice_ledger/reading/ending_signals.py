"""Signals that end a command are noted while it has a child, so that no child outlives it. [R23]"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# SIGHUP, SIGINT, SIGTERM, on Windows SIGINT and SIGBREAK; `signal` would import `enum`
_NUMBERS = (2, 21) if sys.platform == "win32" else (1, 2, 15)


class EndingSignals:
    """`noted` is the last one's number, 0 for none. (An exception could come before a new child is known.)"""

    def __init__(self) -> None:
        self.noted = 0
        self._taken: list[int] = []

    def note(self) -> None:
        """From now on they are noted. Those that the caller has had ignored stay so."""
        from _signal import SIG_DFL, SIG_IGN, getsignal, signal  # type: ignore[import-not-found]

        self._taken = [number for number in _NUMBERS if getsignal(number) != SIG_IGN]
        for number in self._taken:
            signal(number, self._note)
        if sys.platform != "win32":
            from _signal import SIGCHLD

            signal(SIGCHLD, SIG_DFL)  # where it is ignored, no child has an exit status

    def obey(self) -> None:
        """From now on they end the process, and one that was noted does so at once."""
        from _signal import SIG_DFL, signal

        for number in self._taken:
            signal(number, SIG_DFL)
        if self.noted:
            self._die()

    def _note(self, number: int, frame: object) -> None:
        self.noted = number

    def _die(self) -> NoReturn:
        if sys.platform != "win32":
            os.kill(os.getpid(), self.noted)
        os._exit(128 + self.noted)
