"""Judges one archive that was made elsewhere, before anything of it is used."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from problem import CHECK_FAILED, Problem
from release import folder, provenance
from release.archive import TAR, kind, unpack
from release.repacked import is_as_packed
from release.statement import Statement
from release.sums import sha256
from release.targets import ALL, TARGETS


@dataclass(frozen=True)
class Program:
    """`top`: the unpacked release's folder. `place`: that of the program in it."""

    archive: Path
    top: Path
    place: Path
    statement: Statement


def programs(archive: Path, into: Path) -> dict[str, Program]:
    """Unpacks an archive, and returns the programs in it by target.

    Raises `Problem` unless it is, name and bytes, what a release makes of the files that its statements name.
    """
    top = unpack(archive, into)
    found = {target: _program(archive, top, target, place) for target, place in folder.runtimes(top).items()}
    if not found:
        raise refused(archive, "there is no program in it")
    for program in found.values():
        _check_files(program, [other.place for other in found.values() if other is not program])
    first = next(iter(found.values()))
    _check_name(first, sorted(found))
    if not is_as_packed(archive, top, first.statement.moment):
        raise refused(archive, "its bytes are not those that are packed of these files")
    return found


def refused(archive: Path, reason: str) -> Problem:
    return Problem(
        CHECK_FAILED,
        what=f"these archives cannot be joined: {reason}",
        where=str(archive),
        next_step="build every archive from the same commit, without changes",
    )


def _program(archive: Path, top: Path, target: str, place: Path) -> Program:
    if target not in TARGETS:
        raise refused(archive, f"{target} is no target")
    try:
        statement = Statement.model_validate_json((place / provenance.NAME).read_bytes())
    except OSError:
        raise refused(archive, f"{target} has no {provenance.NAME}") from None
    except ValidationError as error:
        wrong = error.errors()[0]
        field = ".".join(map(str, wrong["loc"])) or "all of it"
        raise refused(archive, f"{provenance.NAME} of {target} is none: {field}: {wrong['msg']}") from None
    if statement.target != target:
        raise refused(archive, f"{provenance.NAME} of {target} is about {statement.target}")
    return Program(archive, top, place, statement)


def _check_name(program: Program, targets: list[str]) -> None:
    """An archive of one target is named by it, any by `ALL`; and the folder in it as the archive."""
    version = program.statement.version
    names = {f"{folder.name(version, ALL)}{TAR}"}
    if len(targets) == 1:
        names.add(f"{folder.name(version, targets[0])}{kind(targets[0])}")
    if program.archive.name not in names:
        raise refused(program.archive, f"it is not named as what it holds, {' or '.join(sorted(names))}")
    if program.archive.name not in (f"{program.top.name}{ending}" for ending in (TAR, kind(targets[0]))):
        raise refused(program.archive, f"the folder in it is named otherwise, {program.top.name}")


def _check_files(program: Program, others: list[Path]) -> None:
    """Every file that is common or of this target is what the statement says of it, and nothing else is there."""
    top, own = program.top, program.place / provenance.NAME
    paths = [path for path in top.rglob("*") if not any(path.is_relative_to(other) for other in others)]
    present = {path.relative_to(top).as_posix(): sha256(path) for path in paths if path.is_file() and path != own}
    stated = program.statement.files
    if stated != present:
        differing = min(name for name, _ in stated.items() ^ present.items())
        raise refused(program.archive, f"{differing} is not the file that the release was made with")
    needed = {str(parent) for name in present for parent in PurePosixPath(name).parents}
    for path in paths:
        if path.is_dir() and path.relative_to(top).as_posix() not in needed:
            raise refused(program.archive, f"{path.relative_to(top).as_posix()} is an empty folder")
