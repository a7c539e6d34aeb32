"""Programs that tests need, and what becomes of a test where one is missing."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest

OF_LINUX = frozenset({"busybox", "chroot", "debootstrap", "localedef", "mount", "setpriv", "strace"})
"""What no other system has, or has with the same name only: what needs it is tested on Linux."""


def program_or_skip(name: str) -> str:
    """The path of a program that a test needs."""
    if name in OF_LINUX and sys.platform != "linux":
        pytest.skip(f"{name} is Linux' own")
    return shutil.which(name) or skip_or_fail(f"{name} is not installed")


def skip_or_fail(lacking: str) -> NoReturn:
    """Skips a test for want of a tool; where all tools must be there, fails it."""
    if os.environ.get("CI"):
        pytest.fail(lacking)
    pytest.skip(lacking)


def skip_elsewhere_than_on_linux(items: list[pytest.Item], folder: Path, reason: str) -> None:
    """Of the collected tests, skips those in a folder on every other system."""
    if not sys.platform.startswith("linux"):
        for item in items:
            if folder in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=reason))
