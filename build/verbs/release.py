"""`python3 build release`"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import assembling
import child
import folders
import python_environment
from progress import say
from release import recording, sums
from release.targets import TARGETS, chosen

SUMMARY = "make and test the archives that are published, in dist/release/"
DESCRIPTION = (
    "Builds the plugin for this platform, on Linux on x86-64 for Windows too (by Wine), and makes of each an archive "
    "in dist/release/ with licences, a list of components and a statement of its origin; of several, one more that "
    "holds all. "
    f"Runs the tests against the unpacked archives and writes SHA256SUMS. TARGET is one of: {', '.join(TARGETS)}. "
    "A tree that differs from its commit is refused without --dirty. --combine joins archives that were built "
    "elsewhere. --twice builds all again in another place and compares every byte. --untested leaves the tests out, "
    "and SHA256SUMS with them. "
    "--record, once a version is out, keeps its hooks.json: the next version is compared with it."
)
USAGE = (
    "python3 build release [--target TARGET]... [--twice] [--dirty] [--untested]\n"
    "       python3 build release --combine ARCHIVE... [--untested]\n"
    "       python3 build release --record"
)
TAKES_MORE = True


def parser() -> argparse.ArgumentParser:
    """Of the verb's options."""
    made = argparse.ArgumentParser(prog="python3 build release", usage=USAGE, add_help=False, allow_abbrev=False)
    made.add_argument("--target", action="append", default=[], choices=TARGETS)
    made.add_argument("--combine", nargs="+", type=Path, default=[])
    made.add_argument("--twice", action="store_true")
    made.add_argument("--dirty", action="store_true")
    made.add_argument("--untested", action="store_true")
    made.add_argument("--record", action="store_true")
    # How a release is built: the source is exported, and its own build called with this. See release/exported.py.
    made.add_argument("--exported", help=argparse.SUPPRESS)
    return made


def run(arguments: Sequence[str]) -> int:
    options = parser().parse_args(arguments)
    if options.record:
        if len(arguments) > 1:
            parser().error("--record takes nothing else")
        version = assembling.product_version()
        recording.record(version)
        say(f"{folders.LAST_RELEASE.relative_to(folders.TREE)} is that of {version} now; commit it")
        return 0
    if options.combine and (options.target or options.twice or options.dirty):
        parser().error("--combine takes archives and --untested only")
    for archive in options.combine:
        if not archive.is_file():
            parser().error(f"there is no file {archive}")
    if not options.combine:
        # From the beginning: what a run that fails leaves behind is no release.
        sums.drop(folders.RELEASE)
        chosen(options.target)
    return child.shown(
        [python_environment.python(), folders.BUILD / "release", *_from_here(arguments, options.combine)]
    )


def _from_here(arguments: Sequence[str], archives: Sequence[Path]) -> list[str]:
    """The arguments with full paths, since the program runs in the tree's top folder."""
    full = {str(archive): str(archive.resolve()) for archive in archives}
    return [full.get(argument, argument) for argument in arguments]
