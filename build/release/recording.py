"""Keeps the hooks.json of a release that is out, for the next one to be compared with."""

from __future__ import annotations

import tempfile
from pathlib import Path

import assembling
import changelog
import folders
import hooks_change
from problem import CHECK_FAILED, Problem
from release import git_tree

_NEEDED = ("CHANGELOG.md", "plugin/hooks/hooks.json", "runtime/practice_ledger/__init__.py")


def record(version: str) -> None:
    """Takes hooks.json out of the commit with the release's tag, whatever is in the tree by now.

    Raises `Problem` if there is no such tag, and if its commit is not one of that version.
    """
    tag = f"v{version}"
    commit = git_tree.tagged(tag)
    if commit is None:
        raise _refused(tag, f"there is no tag {tag}, so {version} is not released")
    entries = git_tree.entries(commit)
    with tempfile.TemporaryDirectory() as name:
        released = Path(name)
        git_tree.write({file: entries[file] for file in _NEEDED if file in entries}, released)
        _check(version, tag, released)
        hooks_change.record(version, released)


def _check(version: str, tag: str, released: Path) -> None:
    for file in _NEEDED:
        if not (released / file).exists():
            raise _refused(tag, f"the commit with the tag {tag} has no {file}")
    stated = assembling.product_version(released / folders.RUNTIME.relative_to(folders.TREE))
    if stated != version:
        raise _refused(tag, f"the commit with the tag {tag} is one of version {stated}")
    if not changelog.has_own_section(version, released):
        raise _refused(tag, f"the changelog of the commit with the tag {tag} has no section of its own for {version}")


def _refused(tag: str, reason: str) -> Problem:
    return Problem(
        CHECK_FAILED,
        what=reason,
        where=str(folders.TREE),
        next_step=f"set the tag {tag}, or fetch it (git fetch --tags), and publish the release before it is recorded",
    )
