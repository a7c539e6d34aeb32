"""What Windows needs beside `subprocess` to start a program of its own and to end one with all that it started."""

from __future__ import annotations

import os
import subprocess
import sys

assert sys.platform == "win32"  # noqa: S101 - for the type checker; nobody else imports this

_SECONDS = 1.0


def system_program(name: str) -> str:
    """The path of a program of Windows itself. (cmd and `CreateProcess` look into the present folder first.)"""
    return os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", name)


def end_with_children(process: subprocess.Popen[bytes]) -> None:
    """Ends a process, if it runs, and those below it. Waits for neither."""
    if process.poll() is not None:
        return
    nothing = subprocess.DEVNULL
    try:
        subprocess.run(
            [system_program("taskkill.exe"), "/T", "/F", "/PID", str(process.pid)],
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            creationflags=subprocess.CREATE_NO_WINDOW,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        pass
    process.kill()
