"""What a program shows on a terminal of its own."""

from __future__ import annotations

import os
import pty
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def on_terminal(command: Sequence[str | Path], environment: Mapping[str, str]) -> tuple[int, bytes]:
    """Its exit status, and all that it wrote to standard output and standard error."""
    ours, its = pty.openpty()
    process = subprocess.Popen(command, stdout=its, stderr=its, env=environment)
    os.close(its)
    seen = b""
    try:
        while piece := os.read(ours, 1 << 16):
            seen += piece
    except OSError:
        pass  # how a terminal says that nobody writes to it any more
    os.close(ours)
    return process.wait(30), seen
