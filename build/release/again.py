"""Builds a release a second time, in another place, and compares every byte."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from problem import CHECK_FAILED, Problem
from progress import say
from release import exported
from release.archive import unpack
from release.source import Source
from release.sums import sha256

# Nothing of these may be seen in what is built.
OTHER_SURROUNDINGS = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "1"}


def check(archives: Sequence[Path], targets: Sequence[str], work: Path, *, state: Source) -> None:
    """Raises `Problem`, with the name of the first file that differs, if the archives do not come out the same."""
    tree = work / "another place" / "practice ledger"
    say(f"building everything again in {tree}")
    twins = exported.build(targets, tree, state=state, extra=OTHER_SURROUNDINGS, umask=0o027)
    for archive, twin in zip(archives, twins, strict=True):
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


def _differs(archive: Path, file: str) -> Problem:
    return Problem(
        CHECK_FAILED,
        what=f"the second build gave another {file}",
        where=str(archive),
        next_step="find what of the machine or the moment is in it, and keep it out",
    )
