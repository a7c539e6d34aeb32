"""Archives of releases that were made elsewhere, right but for what a test changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import freezing
from release import folder, provenance
from release.archive import kind, pack
from release.sums import sha256

TRACE = '#!/bin/sh\nmkdir "$PRACTICE_LEDGER_HOME"\n'
"""Stands for a program, and leaves a trace where it is run."""

MOMENT = 1_700_000_001

Change = Callable[[Path], None]
Make = Callable[..., Path]


def restate(top: Path, target: str, changes: dict[str, object]) -> None:
    """Makes the statement of a release true again after files of it were changed, but for `changes`."""
    program = folder.runtimes(top)[target]
    statement = json.loads((program / provenance.NAME).read_text(encoding="utf-8"))
    files = [file for file in sorted(top.rglob("*")) if file.is_file() and file != program / provenance.NAME]
    statement["subject"] = [
        {"name": file.relative_to(top).as_posix(), "digest": {"sha256": sha256(file)}} for file in files
    ]
    definition = statement["predicate"]["buildDefinition"]
    definition["externalParameters"] = {"target": target, "version": changes.get("version", "1.0")}
    definition["resolvedDependencies"][0]["digest"]["gitCommit"] = changes.get("commit", "0" * 40)
    definition["internalParameters"]["sourceTreeDirty"] = changes.get("dirty", False)
    definition["internalParameters"]["sourceDateEpoch"] = changes.get("moment", MOMENT)
    if "lock" in changes:
        definition["resolvedDependencies"][1]["digest"]["sha256"] = changes["lock"]
    (program / provenance.NAME).write_text(json.dumps(statement), encoding="utf-8")


@pytest.fixture
def make(release_folder: Path, tmp_path: Path) -> Make:
    """Archives of a release for any target. Its program is this machine's if it is `whole`, else a stand-in."""
    number = iter(range(100))

    def make(
        target: str,
        change: Change = lambda top: None,
        *,
        late: Change = lambda top: None,
        whole: bool = False,
        **changes: object,
    ) -> Path:
        top = tmp_path / f"made {next(number)}" / folder.name(str(changes.get("version", "1.0")), target)
        shutil.copytree(release_folder, top, ignore=None if whole else shutil.ignore_patterns("_internal"))
        own = folder.runtimes(top)[freezing.target()]
        if not whole:
            (own / "practice-ledger").write_text(TRACE)
        own.rename(own.with_name(target))
        change(top)
        restate(top, target, changes)
        late(top)
        archive = top.with_name(f"{top.name}{kind(target)}")
        pack(top, archive, int(str(changes.get("moment", MOMENT))))
        return archive

    return make
