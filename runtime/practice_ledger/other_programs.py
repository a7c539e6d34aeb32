"""Programs that are not this one: found on the PATH, and run for a moment to hear what they print."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from practice_ledger.child_environment import child_environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

if sys.platform == "win32":
    _NO_WINDOW = subprocess.CREATE_NO_WINDOW
else:
    _NO_WINDOW = 0
_DEFAULT_PATH = "/usr/bin:/bin"  # a shell's own where PATH is not set at all


def on_path(name: str, path: str | None) -> Iterator[str]:
    """Every entry of this name in the absolute folders of a PATH, links that lead nowhere too, first one first."""
    for folder in dict.fromkeys((_DEFAULT_PATH if path is None else path).split(os.pathsep)):
        entry = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.lexists(entry):
            yield entry


def can_run(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def started(command: Sequence[str], folder: str) -> subprocess.Popen[bytes]:
    """Starts a program in a process group of its own, its errors unheard. Raises `OSError`."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        creationflags=_NO_WINDOW,
        env=child_environment(),
        process_group=0,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program that `started` gave, and all of its group, and waits until it is gone."""
    if sys.platform == "win32":
        process.kill()
    else:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:
                pass


def printed(command: Sequence[str], seconds: float) -> str:
    """What a program prints to standard output.

    Raises `OSError` if it cannot be started or ends with a fault, `TimeoutError` after `seconds`.
    """
    process = started(command, "/")
    try:
        output, _ = process.communicate(timeout=max(seconds, 0.1))
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"no end after {seconds:.0f} s") from None
    finally:
        end(process)
    if process.returncode:
        raise OSError(f"it ended with status {process.returncode}")
    return output.decode("utf-8", "replace").strip()
