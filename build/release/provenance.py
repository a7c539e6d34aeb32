"""`provenance.json`: from which source, by which tools and settings a target's files were made.

A statement of in-toto with a predicate of SLSA 1.0. It is not signed: the release workflow attests the archives.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import folders
import freezing
from release.components import Component
from release.source import Source
from release.sums import sha256

NAME = "provenance.json"
_URN = "urn:practice-ledger"


def rendered(
    folder: Path, *, source: Source, version: str, target: str, components: Iterable[Component], locks: Iterable[Path]
) -> str:
    """A statement on every file that is in the release's folder by now, which is all but this one."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    versions = {component.name: component.version for component in components}
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": file.relative_to(folder).as_posix(), "digest": {"sha256": sha256(file)}} for file in files
        ],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": f"{_URN}:build-release:1",
                "externalParameters": {"target": target, "version": version},
                "internalParameters": {
                    "sourceTreeDirty": source.dirty,
                    "sourceDateEpoch": source.time,
                    "freezing": {"tool": "PyInstaller", "form": "one folder", "environment": freezing.SAME_BYTES},
                },
                "resolvedDependencies": [_commit(source), *map(_lock, locks)],
            },
            "runDetails": {
                "builder": {
                    "id": f"{_URN}:build-release",
                    "version": {
                        "platform": _platform(),
                        "python": versions["CPython"],
                        "pyinstaller": versions["PyInstaller bootloader"],
                    },
                },
            },
        },
    }
    return json.dumps(statement, indent=1) + "\n"


def read(folder: Path) -> Mapping[str, Any]:
    """The statement in the folder of a target's program."""
    statement: dict[str, Any] = json.loads((folder / NAME).read_text(encoding="utf-8"))
    return statement


def _commit(source: Source) -> dict[str, object]:
    return {"uri": f"{_URN}:source", "digest": {"gitCommit": source.commit}}


def _lock(file: Path) -> dict[str, object]:
    return {"name": file.relative_to(folders.TREE).as_posix(), "digest": {"sha256": sha256(file)}}


def _platform() -> str:
    """The system and its C library, but neither the machine's name nor the kernel's version."""
    library = " ".join(part for part in platform.libc_ver() if part)
    return f"{freezing.target()}{f', {library}' if library else ''}"
