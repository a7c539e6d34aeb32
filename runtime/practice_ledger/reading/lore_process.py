"""Runs `lore` once, in bounded time and with bounded output. [R23]

`subprocess` costs more to import than the rest of the command takes.
"""

from __future__ import annotations

import os
import select
import sys
import time

from practice_ledger import bounds
from practice_ledger.child_environment import child_environment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from practice_ledger.reading.ending_signals import EndingSignals

TOO_SLOW = "too slow"
TOO_LONG = "too long"

_PIECE = 1 << 16
_TICK_MILLISECONDS = 20  # only for a process that ends without closing its output, or the other way round
_PAUSE_SECONDS = 0.0001  # between closing its output and being gone, a process needs hardly any time
_END_SECONDS = 1.0  # for a killed process to be gone
_SIGKILL, _SIGPIPE = 9, 13  # `signal` would import `enum`


class Ended:
    """How a run of `lore` ended.

    `status` is its exit status, negative for a signal; `fault` is `TOO_SLOW` or `TOO_LONG` if it was killed for that.
    """

    __slots__ = ("errors", "errors_cut", "fault", "output", "status")

    def __init__(self) -> None:
        self.output = bytearray()
        self.errors = bytearray()
        self.errors_cut = False
        self.status = 0
        self.fault: str | None = None


def run(
    program: str, arguments: Sequence[str], seconds: float, signals: EndingSignals, meanwhile: Callable[[], None]
) -> Ended:
    """Runs `program`, an absolute path, with no input. Raises `OSError` if it cannot be started.

    Calls `meanwhile` as soon as it runs, for work that would otherwise wait for its end.

    What ends this early, a signal too, ends the process and its process group. What a program that ended by itself
    leaves behind in the background is its own affair.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    output, output_of_lore = os.pipe()
    errors, errors_of_lore = os.pipe()
    try:
        # A group of its own, so that all of it can be ended; SIGPIPE, which Python ignores, as other programs have it.
        pid = os.posix_spawn(
            program,
            [program, *arguments],
            child_environment(),
            file_actions=[
                (os.POSIX_SPAWN_DUP2, nothing, 0),
                (os.POSIX_SPAWN_DUP2, output_of_lore, 1),
                (os.POSIX_SPAWN_DUP2, errors_of_lore, 2),
            ],
            setpgroup=0,
            setsigdef=[_SIGPIPE],
        )
        _close(nothing, output_of_lore, errors_of_lore)
    except OSError:
        _close(nothing, output_of_lore, errors_of_lore, output, errors)
        raise
    try:
        return _Run(pid, output, errors).followed(seconds, signals, meanwhile)
    finally:
        _close(output, errors)


class _Run:
    """One running process and its two pipes."""

    def __init__(self, pid: int, output: int, errors: int) -> None:
        self._pid = pid
        self._gone = False
        self._output = output
        self._open = {output, errors}
        self._poll = select.poll()
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._ended = Ended()

    def followed(self, seconds: float, signals: EndingSignals, meanwhile: Callable[[], None]) -> Ended:
        end = time.monotonic() + seconds
        try:
            meanwhile()
            while (self._open or not self._gone) and not signals.noted:
                some = self._taken(0 if self._gone else _TICK_MILLISECONDS)
                # Its pipes may be held open by what it left in the background.
                if self._gone and not some:
                    break
                self._look_whether_gone()
                if len(self._ended.output) > bounds.ANSWER_BYTES:
                    self._ended.fault = TOO_LONG
                    break
                if time.monotonic() > end:
                    self._ended.fault = None if self._gone else TOO_SLOW
                    break
        finally:
            self._kill()
        return self._ended

    def _taken(self, milliseconds: int) -> bool:
        """Waits, takes what there is, and says whether there was any."""
        if not self._open:
            time.sleep(_PAUSE_SECONDS)
        ready = self._poll.poll(milliseconds)
        for descriptor, _ in ready:
            piece = os.read(descriptor, _PIECE)
            if not piece:
                self._poll.unregister(descriptor)
                self._open.remove(descriptor)
            elif descriptor == self._output:
                self._ended.output += piece
            else:
                room = bounds.LORE_STDERR_BYTES - len(self._ended.errors)
                self._ended.errors += piece[:room]
                self._ended.errors_cut |= len(piece) > room
        return bool(ready)

    def _look_whether_gone(self) -> None:
        if not self._gone:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                self._gone = True
                self._ended.status = os.waitstatus_to_exitcode(status)

    def _kill(self) -> None:
        """Ends the group of a process that is still there, and waits for it, though not for ever."""
        if self._gone:
            return  # its number may be another's by now
        try:
            os.killpg(self._pid, _SIGKILL)
        except OSError:
            return
        end = time.monotonic() + _END_SECONDS
        while not self._gone and time.monotonic() < end:
            self._look_whether_gone()
            time.sleep(_PAUSE_SECONDS)


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


if sys.platform == "win32":  # which has neither process groups nor a poll for pipes
    from practice_ledger.reading.windows_lore_process import run  # noqa: F401 - in place of the one above
