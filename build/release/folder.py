"""What an archive holds: a marketplace with the plugin, and beside each program what is to be known of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import assembling
from one_at_a_time import one_at_a_time
from release import licences, provenance, sbom
from release.components import components, read_contents
from release.source import Source
from release.targets import is_own
from release.wheels import lock_files, sha256_of_wheels

_RUNTIME = assembling.PLUGIN / "runtime"


def name(version: str, target: str) -> str:
    """Of the folder, and of its archive without the ending."""
    return f"practice-ledger-{version}-{target}"


def runtimes(folder: Path) -> dict[str, Path]:
    """The folders of the programs in a release's folder, by target."""
    return {found.name: found for found in sorted((folder / _RUNTIME).glob("*/"))}


def make(target: str, into: Path, *, source: Source, version: str) -> Path:
    """Builds the plugin for a target and makes the release's folder of it."""
    other = None if is_own(target) else target
    marketplace = assembling.assembled_marketplace(other)
    folder = into / name(version, target)
    with one_at_a_time():
        shutil.copytree(marketplace, folder)
        frozen, _ = assembling.frozen(other)
        contents = read_contents(frozen)
    by_wine = other is not None
    program = runtimes(folder)[target]
    found = components(program, contents, sha256_of_wheels(contents["packages"], for_windows=by_wine))
    title = f"practice-ledger {version} for {target}"
    _write(program / licences.NAME, licences.rendered(found, title))
    _write(program / sbom.NAME, sbom.rendered(found, program, version=version, target=target, moment=source.time))
    statement = provenance.rendered(
        folder, source=source, version=version, target=target, components=found, locks=lock_files(for_windows=by_wine)
    )
    _write(program / provenance.NAME, statement)
    return folder


def _write(file: Path, text: str) -> None:
    """With the same line ends on every system."""
    file.write_bytes(text.encode())
