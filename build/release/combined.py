"""One plugin with the programs of several releases. Its wrappers pick the one for the machine that they run on."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from release import folder
from release.given import Program, programs, refused
from release.sums import sha256
from release.targets import ALL


@dataclass(frozen=True)
class Combined:
    """`moment`: when the commit was made."""

    folder: Path
    version: str
    moment: int
    targets: tuple[str, ...]


def combine(archives: Sequence[Path], work: Path) -> Combined:
    """Unpacks archives in a folder for work, and joins what is in them.

    Raises `Problem` for one that `programs` refuses, if their versions, commits, lock files or common files differ, and
    if a target comes twice.
    """
    found: dict[str, Program] = {}
    for number, archive in enumerate(archives):
        for target, program in programs(archive, work / str(number)).items():
            if target in found:
                raise refused(archive, f"{target} is there twice")
            found[target] = program
    first, *others = found.values()
    for other in others:
        _check_same_source(first, other)
        _check_same_common_files(first, other)
    return _joined(found, work)


def _joined(found: Mapping[str, Program], work: Path) -> Combined:
    first = next(iter(found.values()))
    made = work / folder.name(first.statement.version, ALL)
    shutil.copytree(first.top, made)
    for program in found.values():
        place = made / program.place.relative_to(program.top)
        if not place.exists():
            shutil.copytree(program.place, place)
    return Combined(made, first.statement.version, first.statement.moment, tuple(sorted(found)))


def _check_same_source(first: Program, other: Program) -> None:
    ours, theirs = first.statement, other.statement
    for what, our, their in (
        ("version", ours.version, theirs.version),
        ("commit", ours.commit, theirs.commit),
        ("time of the commit", ours.moment, theirs.moment),
        ("state of the source tree (dirty or not)", ours.dirty, theirs.dirty),
        # Targets have some of these files in common, not all.
        *((name, digest, theirs.locks.get(name, digest)) for name, digest in ours.locks.items()),
    ):
        if our != their:
            raise refused(other.archive, f"its {what} is {their}, that of {first.archive.name} is {our}")


def _check_same_common_files(first: Program, other: Program) -> None:
    ours, theirs = (_common_files(program) for program in (first, other))
    if ours != theirs:
        differing = min(name for name, _ in ours.items() ^ theirs.items())
        raise refused(other.archive, f"{differing} differs from that of {first.archive.name}")


def _common_files(program: Program) -> dict[str, str]:
    """Digests of all files that belong to no target. Their modes follow from their contents."""
    all_programs = program.place.parent
    return {
        file.relative_to(program.top).as_posix(): sha256(file)
        for file in program.top.rglob("*")
        if file.is_file() and all_programs not in file.parents
    }
