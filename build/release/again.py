"""Builds a release a second time, from a fresh clone in another place, and compares every byte."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import child
import folders
from problem import BUILD_FAILED, CHECK_FAILED, Problem
from progress import say
from release.archive import unpack
from release.sums import sha256

# Nothing of these may be seen in what is built.
OTHER_SURROUNDINGS = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1"}


def check(archives: Sequence[Path], targets: Sequence[str], work: Path, *, dirty: bool) -> None:
    """Raises `Problem`, with the name of the first file that differs, if the archives do not come out the same."""
    tree = work / "another place" / "practice ledger"
    _copy(tree, dirty=dirty)
    say(f"building everything again in {tree}")
    command: list[str | Path] = [
        sys.executable,
        tree / "build",
        "release",
        "--untested",
        *(["--dirty"] if dirty else []),
    ]
    command += [part for target in targets for part in ("--target", target)]
    other_mask = ["/bin/sh", "-c", 'umask 027; exec "$@"', "sh"] if os.name != "nt" else []
    child.logged("again", [*other_mask, *command], "see the log", extra=OTHER_SURROUNDINGS)
    for archive in archives:
        twin = tree / folders.RELEASE.relative_to(folders.TREE) / archive.name
        if sha256(archive) != sha256(twin):
            first, second = (unpack(file, work / name) for file, name in ((archive, "first"), (twin, "second")))
            raise _differs(archive, differing(first, second) or "order of files, mode or time")
    say("the second build gave the same bytes")


def differing(first: Path, second: Path) -> str | None:
    """The first file that two folders do not share byte for byte; None if there is no such file."""
    for file in sorted({path.relative_to(top) for top in (first, second) for path in top.rglob("*")}):
        one, other = first / file, second / file
        if one.is_dir() and other.is_dir():
            continue
        if not (one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()):
            return file.as_posix()
    return None


def _copy(tree: Path, *, dirty: bool) -> None:
    """A clone, with the changes of this tree if they are part of the release."""
    _git("clone", "--quiet", "--no-local", str(folders.TREE), str(tree))
    if dirty:
        for name in _git("ls-files", "-z", "--deleted").split("\0"):
            if name:
                (tree / name).unlink()
        for name in _git("ls-files", "-z", "--modified", "--others", "--exclude-standard").split("\0"):
            if name and (folders.TREE / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(folders.TREE / name, tree / name)


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folders.TREE), *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode:
        raise Problem(
            BUILD_FAILED,
            what=f"this tree could not be cloned: {done.stderr.strip()}",
            where=str(folders.TREE),
            next_step="see what git says",
        )
    return done.stdout


def _differs(archive: Path, file: str) -> Problem:
    return Problem(
        CHECK_FAILED,
        what=f"the second build gave another {file}",
        where=str(archive),
        next_step="find what of the machine or the moment is in it, and keep it out",
    )
