"""One plugin with the programs of several releases. Its wrappers pick the one for the machine that they run on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from problem import CHECK_FAILED, Problem
from release import folder, provenance
from release.archive import unpack
from release.sums import sha256
from release.targets import ALL, TARGETS


@dataclass(frozen=True)
class Combined:
    """`moment`: when the commit was made."""

    folder: Path
    version: str
    moment: int
    targets: tuple[str, ...]


def combine(archives: Sequence[Path], work: Path) -> Combined:
    """Unpacks archives in a folder for work, and joins what is in them.

    Raises `Problem` if their versions, commits or common files differ, if a target comes twice, and if a file is not
    what its release says of it.
    """
    found: dict[str, tuple[Path, Path]] = {}
    for number, archive in enumerate(archives):
        unpacked = unpack(archive, work / str(number))
        for target, program in folder.runtimes(unpacked).items():
            if target not in TARGETS or target in found:
                raise _refused(archive, f"{target} is there twice" if target in found else f"{target} is no target")
            _check_files(archive, unpacked, program)
            found[target] = archive, program
    if not found:
        raise _refused(archives[0], "there is no program in it")
    first, *others = found.values()
    for other in others:
        _check_same_source(first, other)
        _check_same_common_files(first, other)
    return _joined(found, work)


def _joined(found: dict[str, tuple[Path, Path]], work: Path) -> Combined:
    programs = [program for _, program in found.values()]
    definition = _definition(programs[0])
    version = definition["externalParameters"]["version"]
    made = work / folder.name(version, ALL)
    shutil.copytree(_top(programs[0]), made)
    for target, (_, program) in found.items():
        place = made / program.relative_to(_top(program))
        if not place.exists():
            shutil.copytree(program, place.with_name(target))
    return Combined(made, version, definition["internalParameters"]["sourceDateEpoch"], tuple(sorted(found)))


def _top(program: Path) -> Path:
    """The release's folder that a program lies in."""
    return program.parents[3]


def _definition(program: Path) -> dict[str, Any]:
    found: dict[str, Any] = provenance.read(program)["predicate"]["buildDefinition"]
    return found


def _check_files(archive: Path, unpacked: Path, program: Path) -> None:
    """Every file that is common or of this target is what the statement says of it, and nothing else is there."""
    try:
        stated = {file["name"]: file["digest"]["sha256"] for file in provenance.read(program)["subject"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise _refused(archive, f"{program.name} has no {provenance.NAME}") from None
    others = [other for target, other in folder.runtimes(unpacked).items() if target != program.name]
    present = {
        file.relative_to(unpacked).as_posix(): sha256(file)
        for file in unpacked.rglob("*")
        if file.is_file() and file != program / provenance.NAME and not any(other in file.parents for other in others)
    }
    if stated != present:
        differing = min(name for name, _ in stated.items() ^ present.items())
        raise _refused(archive, f"{differing} is not the file that the release was made with")


def _check_same_source(first: tuple[Path, Path], other: tuple[Path, Path]) -> None:
    for what, path in (
        ("version", ("externalParameters", "version")),
        ("commit", ("resolvedDependencies", 0, "digest", "gitCommit")),
        ("state of the source tree (dirty or not)", ("internalParameters", "sourceTreeDirty")),
    ):
        values: list[Any] = [_definition(program) for _, program in (first, other)]
        for step in path:
            values = [value[step] for value in values]
        if values[0] != values[1]:
            raise _refused(other[0], f"its {what} is {values[1]}, that of {first[0].name} is {values[0]}")


def _check_same_common_files(first: tuple[Path, Path], other: tuple[Path, Path]) -> None:
    ours, theirs = (_common_files(program) for _, program in (first, other))
    if ours != theirs:
        differing = min(name for name, _ in ours.items() ^ theirs.items())
        raise _refused(other[0], f"{differing} differs from that of {first[0].name}")


def _common_files(program: Path) -> dict[str, tuple[str, int]]:
    """Digest and mode of all files that belong to no target."""
    top, all_programs = _top(program), program.parent
    return {
        file.relative_to(top).as_posix(): (sha256(file), file.stat().st_mode & 0o777)
        for file in top.rglob("*")
        if file.is_file() and all_programs not in file.parents
    }


def _refused(archive: Path, reason: str) -> Problem:
    return Problem(
        CHECK_FAILED,
        what=f"these archives cannot be joined: {reason}",
        where=str(archive),
        next_step="build every archive from the same commit, without changes",
    )
