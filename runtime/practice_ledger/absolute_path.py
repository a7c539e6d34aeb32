"""Which paths mean one place, whatever the present folder is, and on Windows the present drive."""

from __future__ import annotations

import os
import sys


def is_absolute(path: str) -> bool:
    return os.path.isabs(path) and (sys.platform != "win32" or bool(os.path.splitdrive(path)[0]))
