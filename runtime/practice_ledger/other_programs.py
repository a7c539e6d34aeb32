"""Programs that are not this one, run for a moment to hear what they print."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from practice_ledger.child_environment import child_environment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

if sys.platform == "win32":
    from practice_ledger.windows_programs import end_with_children

    _NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    _NO_WINDOW = 0
_PIECE = 1 << 16
_PRINTED_BYTES = 64 * 1024  # a version is a line
_REST_SECONDS = 1.0  # until the pipe of a program that was ended is at its end


class Program(subprocess.Popen[bytes]):
    """A program that is heard piece by piece.

    A thread waits for each piece, on every system: Windows has nothing else that waits for a pipe for a limited time.
    """

    _listener: threading.Thread | None = None
    _heard = b""

    def piece(self, seconds: float) -> bytes:
        """What it prints next, at most 64 KiB; b"" once that is all. Raises `TimeoutError`."""
        if self._listener is None:
            self._listener = threading.Thread(target=self._listen, daemon=True)
            self._listener.start()
        self._listener.join(max(seconds, 0.0))
        if self._listener.is_alive():
            raise TimeoutError("it printed nothing in time")
        self._listener = None
        return self._heard

    def _listen(self) -> None:
        assert self.stdout  # noqa: S101 - `started` gives pipes
        self._heard = os.read(self.stdout.fileno(), _PIECE)

    def close(self) -> None:
        """Closes the pipes of a program that has ended. A process that it left behind may keep its output open: what
        still waits for that is not disturbed."""
        try:
            if self.stdin:
                self.stdin.close()
        except OSError:
            pass
        if self._listener is not None:
            self._listener.join(_REST_SECONDS)
        if self.stdout and not (self._listener and self._listener.is_alive()):
            self.stdout.close()


class _Running:
    """The programs that were started and not ended yet, by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: set[Program] = set()
        self._is_over = False

    def allow(self) -> None:
        with self._lock:
            self._is_over = False

    def start(self, command: Sequence[str], folder: str, environment: Mapping[str, str]) -> Program:
        with self._lock:
            if self._is_over:
                raise OSError("nothing is started any more")
            process = Program(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                creationflags=_NO_WINDOW,
                env=environment,
                process_group=0,
            )
            self._processes.add(process)
        return process

    def forget(self, process: Program) -> None:
        with self._lock:
            self._processes.discard(process)

    def end_all(self) -> None:
        """Whoever waits for one of them goes on then, and leaves its own things in order."""
        with self._lock:
            self._is_over = True
            for process in self._processes:
                _kill(process)


_running = _Running()


@contextmanager
def none_outlives(goodbye: Callable[[], None]) -> Iterator[None]:
    """What is started meanwhile, in any thread, ends here at the latest.

    Nothing more can be started then, until `goodbye` returns: it may wait for the threads that used what has ended.
    """
    try:
        yield
    finally:
        _running.end_all()
        try:
            goodbye()
        finally:
            _running.allow()


def started(command: Sequence[str], folder: str, environment: Mapping[str, str] | None = None) -> Program:
    """Starts a program in a process group of its own, its errors unheard. Raises `OSError`."""
    return _running.start(command, folder, child_environment() if environment is None else environment)


def end(process: Program) -> None:
    """Ends a program that `started` gave, and all of its group, and waits until it is gone."""
    _kill(process)
    process.wait()
    _running.forget(process)
    process.close()


def _kill(process: Program) -> None:
    if sys.platform == "win32":
        end_with_children(process)
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS says the latter of a group that has ended
        pass


def printed(command: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None) -> str:
    """What a program prints to standard output, 64 KiB at most.

    Raises `OSError` if it cannot be started, ends with a fault or prints more, `TimeoutError` after `seconds`.
    """
    end_at = time.monotonic() + max(seconds, 0.1)
    process = started(command, "/", environment)
    try:
        output = _output(process, end_at)
        process.wait(timeout=max(end_at - time.monotonic(), 0.1))
    except (subprocess.TimeoutExpired, TimeoutError):
        raise TimeoutError(f"no end after {seconds:.0f} s") from None
    finally:
        end(process)
    if process.returncode:
        raise OSError(f"it ended with status {process.returncode}")
    return output.decode("utf-8", "replace").strip()


def _output(process: Program, end_at: float) -> bytes:
    assert process.stdin  # noqa: S101 - `started` gives pipes
    process.stdin.close()
    output = b""
    while piece := process.piece(end_at - time.monotonic()):
        output += piece
        if len(output) > _PRINTED_BYTES:
            raise OSError("it prints without end")
    return output
