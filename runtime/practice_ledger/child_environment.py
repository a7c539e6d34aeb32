"""The environment for programs that this one starts."""

from __future__ import annotations

import os
import sys


def child_environment() -> dict[str, str]:
    """The caller's, without what the start of a frozen program puts into it: that would mislead another frozen one."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        for name in [name for name in environment if name.startswith("_PYI_")]:
            del environment[name]
        libraries = environment.pop("LD_LIBRARY_PATH_ORIG", None)
        environment.pop("LD_LIBRARY_PATH", None)
        if libraries is not None:
            environment["LD_LIBRARY_PATH"] = libraries
    return environment
