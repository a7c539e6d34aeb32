"""What kind of machine this is, without its names and paths."""

from __future__ import annotations

import os
import platform


def described() -> str:
    load = f"{os.getloadavg()[0]:.1f}"
    return (
        f"{platform.system()} {platform.release().partition('-')[0]} on {platform.machine()}, {os.cpu_count()} cores,"
        f" Python {platform.python_version()}, load average {load} at the start"
    )
