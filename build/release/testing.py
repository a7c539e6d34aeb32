"""What is tested is what is shipped: an archive is unpacked and tested as a user would have it."""

from __future__ import annotations

from pathlib import Path

import child
import folders
import python_environment
from problem import CHECK_FAILED, Problem
from progress import say

_OF_ANY = ("tests/build/test_assembled_plugin.py", "tests/build/test_frozen_program.py")
_SUITES = {
    "linux": (*_OF_ANY, "tests/oldest_glibc", "tests/process", "tests/reading", "tests/host"),
    "macos": (*_OF_ANY, "tests/process", "tests/reading"),
    "windows": ("tests/windows",),
}
_OF_COMBINED = (*_OF_ANY, "tests/process", "tests/host/test_install_places.py")


def run(archive: Path, target: str, *, combined: bool) -> None:
    """Runs the tests of a target that this machine builds. Raises `Problem` if one fails.

    What is in a combined plugin was tested before; of it, as much as shows that the right program is picked.
    """
    suite = _OF_COMBINED if combined else _SUITES[target.partition("-")[0]]
    say(f"testing {archive.name}: {' '.join(suite)}")
    tests = [str(folders.TREE / path) for path in suite]
    command: list[str | Path] = [python_environment.python(), "-m", "pytest", "-q", "--archive", archive, *tests]
    if child.shown(command):
        raise Problem(
            CHECK_FAILED,
            what="the archive does not pass its tests",
            where=str(archive),
            next_step=f"see above; to run one test: python3 build test --archive {archive} {suite[-1]} -k NAME",
        )
