"""What is tested is what is shipped: an archive is unpacked and tested as a user would have it."""

from __future__ import annotations

import shlex
from pathlib import Path

import child
import python_environment
from problem import CHECK_FAILED, Problem
from progress import say
from release.targets import is_own

_OF_ANY = ("tests/release/test_what_is_released.py", "tests/build/test_assembled_plugin.py")
_OF_UNIX = (*_OF_ANY, "tests/process/wrapper", "tests/reading")
_OF_LINUX = ("tests/build/test_frozen_program.py", "tests/oldest_glibc", "tests/process", "tests/reading", "tests/host")
_SUITES = {
    "linux": (*_OF_ANY, *_OF_LINUX),
    "macos": _OF_UNIX,
    # On a Windows of its own; by Wine there is more to it.
    "windows": _OF_ANY,
}
_BY_WINE = ("tests/release/test_what_is_released.py", "tests/windows")
_OF_COMBINED = {
    "linux": (*_OF_UNIX, "tests/host/test_install_places.py"),
    "macos": _OF_UNIX,
    "windows": _OF_ANY,
}


def suite(target: str, *, combined: bool) -> tuple[str, ...]:
    """The tests for an archive, as paths in the tree.

    What is in a combined plugin was tested before; of it, as much as shows that the right program is picked.
    """
    system = target.partition("-")[0]
    if combined:
        return _OF_COMBINED[system]
    return _SUITES[system] if is_own(target) else _BY_WINE


def run(archive: Path, target: str, *, combined: bool) -> None:
    """Runs the tests of a target that this machine builds. Raises `Problem` if one fails."""
    tests = suite(target, combined=combined)
    say(f"testing {archive.name}: {' '.join(tests)}")
    command: list[str | Path] = [python_environment.python(), "-m", "pytest", "-q", "--archive", archive, *tests]
    if child.shown(command):
        raise Problem(
            CHECK_FAILED,
            what="the archive does not pass its tests",
            where=str(archive),
            next_step=f"see above; to run one test: python3 build test --archive {shlex.quote(str(archive))} TEST",
        )
