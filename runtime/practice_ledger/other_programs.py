"""Programs that are not this one, run for a moment to hear what they print."""

from __future__ import annotations

import os
import select
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
    _NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    _NO_WINDOW = 0
_PRINTED_BYTES = 64 * 1024  # a version is a line


class _Running:
    """The programs that were started and not ended yet, by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._is_over = False

    def allow(self) -> None:
        with self._lock:
            self._is_over = False

    def start(self, command: Sequence[str], folder: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise OSError("nothing is started any more")
            process = subprocess.Popen(
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

    def forget(self, process: subprocess.Popen[bytes]) -> None:
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


def started(
    command: Sequence[str], folder: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Starts a program in a process group of its own, its errors unheard. Raises `OSError`."""
    return _running.start(command, folder, child_environment() if environment is None else environment)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program that `started` gave, and all of its group, and waits until it is gone."""
    _kill(process)
    process.wait()
    _running.forget(process)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:
                pass


def _kill(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        process.kill()
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
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"no end after {seconds:.0f} s") from None
    finally:
        end(process)
    if process.returncode:
        raise OSError(f"it ended with status {process.returncode}")
    return output.decode("utf-8", "replace").strip()


def _output(process: subprocess.Popen[bytes], end_at: float) -> bytes:
    assert process.stdin  # noqa: S101 - `started` gives pipes
    assert process.stdout  # noqa: S101
    if sys.platform == "win32":  # which can wait for sockets, but not for pipes
        return process.communicate(timeout=max(end_at - time.monotonic(), 0.1))[0][:_PRINTED_BYTES]
    process.stdin.close()
    output = b""
    while select.select([process.stdout], [], [], max(end_at - time.monotonic(), 0))[0]:
        piece = os.read(process.stdout.fileno(), _PRINTED_BYTES)
        output += piece
        if not piece:
            return output
        if len(output) > _PRINTED_BYTES:
            raise OSError("it prints without end")
    raise subprocess.TimeoutExpired(process.args, 0)
