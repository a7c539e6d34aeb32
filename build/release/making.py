"""The course of a release, from the source to the sums."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import assembling
import changelog
import folders
import hooks_change
from progress import say
from release import again, combined, folder, sums, testing
from release.archive import TAR, kind, pack
from release.source import source
from release.targets import ALL, chosen, is_own


def build(named: Sequence[str], *, dirty: bool, twice: bool, tested: bool) -> None:
    """Builds, packs and tests a release for the named targets, or for all that can be built here."""
    targets = chosen(named)
    version = assembling.product_version()
    state = source(may_be_dirty=dirty)
    changelog.section(version)
    hooks_change.check(version)
    with _workplace() as work:
        made = {}
        for target in targets:
            unpacked = folder.make(target, work, source=state, version=version)
            made[target] = _packed(unpacked, kind(target), state.time, work)
        if len(made) > 1:
            joined = combined.combine(list(made.values()), work / "joined")
            made[ALL] = _packed(joined.folder, TAR, joined.moment, work)
        if twice:
            again.check(list(made.values()), targets, work, dirty=state.dirty)
        _publish(made, targets, tested=list(made) if tested else [])


def combine(archives: Sequence[Path], *, tested: bool) -> None:
    """Joins archives of one release, and puts them and the joined one in place."""
    with _workplace() as work:
        joined = combined.combine(archives, work / "joined")
        given = work / "given"
        given.mkdir()
        made = {str(number): Path(shutil.copy(archive, given)) for number, archive in enumerate(archives)}
        made[ALL] = _packed(joined.folder, TAR, joined.moment, work)
        # The others were tested where they were built.
        _publish(made, joined.targets, tested=[ALL] if tested else [])


@contextmanager
def _workplace() -> Iterator[Path]:
    folders.WORK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="release-", dir=folders.WORK) as work:
        yield Path(work)


def _packed(unpacked: Path, ending: str, moment: int, work: Path) -> Path:
    archive = work / f"{unpacked.name}{ending}"
    say(f"packing {archive.name}")
    pack(unpacked, archive, moment)
    return archive


def _publish(made: Mapping[str, Path], targets: Sequence[str], *, tested: Sequence[str]) -> None:
    """Puts archives into dist/release/, tests them there, and writes the sums last: without them it is no release."""
    shutil.rmtree(folders.RELEASE, ignore_errors=True)
    folders.RELEASE.mkdir(parents=True)
    published = {name: Path(shutil.move(archive, folders.RELEASE)) for name, archive in made.items()}
    for name in tested:
        if name != ALL:
            testing.run(published[name], name, combined=False)
        elif own := [target for target in targets if is_own(target)]:
            testing.run(published[ALL], own[0], combined=True)
        else:
            say(f"untested: {published[ALL].name} holds no program for this machine")
    if not tested:
        say("untested, as asked for")
    sums.write(folders.RELEASE)
    for file in sorted(folders.RELEASE.iterdir()):
        say(f"{file.stat().st_size:>12,} bytes  {file.relative_to(folders.TREE)}")
