"""What is installed for building and testing only, and so must not come into a frozen program.

Runs on the Python that freezes. Libraries look for much of it on the chance that it is there, and PyInstaller would
pack whatever they look for.
"""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions

import folders


def modules_of_tools() -> list[str]:
    """The top modules of every installed package that the runtime's lock does not name."""
    runtime = folders.RUNTIME_LOCK.read_text(encoding="ascii")
    wanted = set(re.findall(r"^([a-z0-9-]+)==", runtime, flags=re.MULTILINE))
    return sorted(
        module
        for module, packages in packages_distributions().items()
        if module.isidentifier() and not wanted & {package.lower().replace("_", "-") for package in packages}
    )
