"""The source that a release is made from: a commit, or with --dirty what is in the tree."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import folders
from problem import MACHINE_LACKS, Problem
from progress import say
from release import git_tree


@dataclass(frozen=True)
class Source:
    """`time`: when the commit was made, in whole seconds since 1970, UTC."""

    commit: str
    time: int
    dirty: bool


def source(*, may_be_dirty: bool) -> Source:
    """Raises `Problem` outside of a git checkout, and for one that differs from its commit if that is not asked for."""
    commit, time = git_tree.head()
    committed = git_tree.entries(commit)
    changed = [name for name, entry in committed.items() if not git_tree.is_in_place(name, entry, folders.TREE)]
    changed += git_tree.untracked()
    if changed and not may_be_dirty:
        listed = "".join(f"\n    {name}" for name in changed[:10])
        raise Problem(
            MACHINE_LACKS,
            what=f"the tree is not what its commit says; it differs in {len(changed)} files:{listed}",
            where=str(folders.TREE),
            next_step="commit or undo these changes; to try a release out, add --dirty, which is written into it",
        )
    if changed:
        say(f"the tree differs from its commit in {len(changed)} files; this is written into the release")
    return Source(commit, time, dirty=bool(changed))


def export(state: Source, into: Path) -> None:
    """Writes the source into a new folder: the commit's own bytes, whatever is in the tree by now.

    Of a dirty tree what is in it, without what git was told to ignore.
    """
    committed = git_tree.entries(state.commit)
    if not state.dirty:
        git_tree.write(committed, into)
        return
    for name in (*committed, *git_tree.untracked()):
        file = folders.TREE / name
        if file.is_file():
            git_tree.put(into / name, file.read_bytes(), executable=_executable(file, committed.get(name)))


def _executable(file: Path, committed: git_tree.Entry | None) -> bool:
    if os.name == "nt":
        return committed is not None and committed.executable
    return bool(file.stat().st_mode & 0o100)
