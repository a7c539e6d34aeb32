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
from one_at_a_time import one_at_a_time
from progress import say
from release import again, combined, exported, folder, sums, testing
from release.archive import TAR, kind, pack
from release.source import Source, source
from release.targets import ALL, chosen, is_own

_WORK = "release-"


def build(named: Sequence[str], *, dirty: bool, twice: bool, tested: bool) -> None:
    """Builds, packs and tests a release for the named targets, or for all that can be built here."""
    targets = chosen(named)
    version = assembling.product_version()
    state = source(may_be_dirty=dirty)
    changelog.section(version)
    hooks_change.check(version)
    hooks_change.check_not_out(version)
    with _workplace() as work:
        archives = exported.build(targets, work / "tree", state=state)
        made = dict(zip(targets, archives, strict=True))
        if twice:
            again.check(archives, targets, work, state=state)
        if len(made) > 1:
            joined = combined.combine(list(made.values()), work / "joined")
            made[ALL] = _packed(joined.folder, TAR, joined.moment, work)
        _publish(made, targets, tested=list(made) if tested else [])


def archives_of_export(named: Sequence[str], state: Source) -> None:
    """Builds and packs what this tree, an export of `state`, gives for the named targets, into its dist/release/."""
    version = assembling.product_version()
    folders.RELEASE.mkdir(parents=True)
    with _workplace() as work:
        for target in named:
            unpacked = folder.make(target, work, source=state, version=version)
            shutil.move(_packed(unpacked, kind(target), state.time, work), folders.RELEASE)


def combine(archives: Sequence[Path], *, tested: bool) -> None:
    """Joins archives of one release, and puts them and the joined one in place, which takes that of a given one."""
    with _workplace() as work:
        joined = combined.combine(archives, work / "joined")
        whole = _packed(joined.folder, TAR, joined.moment, work)
        given = work / "given"
        given.mkdir()
        # Out of dist/release/, where they may lie.
        copies = [Path(shutil.copy(archive, given)) for archive in archives if archive.name != whole.name]
        made = {copy.name: copy for copy in copies} | {ALL: whole}
        # The others were tested where they were built.
        _publish(made, joined.targets, tested=[ALL] if tested else [])


@contextmanager
def _workplace() -> Iterator[Path]:
    """A folder for one release, which waits for another one's end. What a killed one left is removed."""
    with one_at_a_time("release"):
        for left in folders.WORK.glob(f"{_WORK}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_WORK, dir=folders.WORK, ignore_cleanup_errors=True) as work:
            yield Path(work)


def _packed(unpacked: Path, ending: str, moment: int, work: Path) -> Path:
    archive = work / f"{unpacked.name}{ending}"
    say(f"packing {archive.name}")
    pack(unpacked, archive, moment)
    return archive


def _publish(made: Mapping[str, Path], targets: Sequence[str], *, tested: Sequence[str]) -> None:
    """Puts archives into dist/release/, tests them there, and writes the sums last. What is untested gets none."""
    sums.drop(folders.RELEASE)
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
    if tested:
        sums.write(folders.RELEASE, published.values())
    else:
        say(f"untested, as asked for: without {sums.NAME}, so that nobody takes it for a release")
    for file in sorted(folders.RELEASE.iterdir()):
        say(f"{file.stat().st_size:>12,} bytes  {file.relative_to(folders.TREE)}")
