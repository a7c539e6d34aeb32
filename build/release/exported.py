"""Builds archives in a folder that holds the source alone: no earlier build, no ignored file, no later edit."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import child
import folders
from problem import BUILD_FAILED, CHECK_FAILED, INTERRUPTED, Problem
from release import git_tree, source
from release.source import Source


def build(
    targets: Sequence[str],
    tree: Path,
    *,
    state: Source,
    extra: Mapping[str, str] | None = None,
    umask: int = -1,
) -> list[Path]:
    """Exports the source to the new folder `tree` and builds there with its own build; returns an archive per target.

    `extra`: more variables for the environment. Raises `Problem` if the build fails, and if the export is not the
    commit any more when it has ended.
    """
    source.export(state, tree)
    command: list[str | Path] = [sys.executable, tree / "build", "release", "--exported", written(state)]
    command += [part for target in targets for part in ("--target", target)]
    done = subprocess.run(command, cwd=tree, env=child.environment(extra), umask=umask, check=False)
    if done.returncode == INTERRUPTED:
        raise KeyboardInterrupt
    if done.returncode:
        raise _failed(done.returncode, tree)
    _check_unchanged(state, tree)
    made = tree / folders.RELEASE.relative_to(folders.TREE)
    return [_of(target, made) for target in targets]


def written(state: Source) -> str:
    """The value of the option --exported, by which the build in an export learns what it is an export of."""
    return json.dumps(asdict(state))


def read(value: str) -> Source:
    return Source(**json.loads(value))


def _of(target: str, made: Path) -> Path:
    (archive,) = made.glob(f"*-{target}.*")
    return archive


def _check_unchanged(state: Source, tree: Path) -> None:
    if state.dirty:
        return
    for name, entry in git_tree.entries(state.commit).items():
        if not git_tree.is_in_place(name, entry, tree):
            raise Problem(
                CHECK_FAILED,
                what=f"{name} was changed while the release was built from it",
                where=str(tree / name),
                next_step="run again, and leave .build/ alone meanwhile",
            )


def _failed(status: int, tree: Path) -> Problem:
    return Problem(
        status if status > 0 else BUILD_FAILED,
        what="the release could not be built from what its commit holds; the reason is above",
        where=str(tree),
        next_step="do what is said there, and run again",
    )
