"""The state of the source that a release is made from, as git says it."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

import folders
from problem import MACHINE_LACKS, Problem
from progress import say


@dataclass(frozen=True)
class Source:
    """`time`: when the commit was made, in whole seconds since 1970, UTC."""

    commit: str
    time: int
    dirty: bool


def source(*, may_be_dirty: bool) -> Source:
    """Raises `Problem` outside of a git checkout, and for one that differs from its commit if that is not asked for."""
    commit, time = _git("log", "-1", "--format=%H %ct").split()
    changed = _git("status", "--porcelain").splitlines()
    if changed and not may_be_dirty:
        listed = "".join(f"\n    {line}" for line in changed[:10])
        raise Problem(
            MACHINE_LACKS,
            what=f"the tree is not what its commit says; it differs in {len(changed)} files:{listed}",
            where=str(folders.TREE),
            next_step="commit or undo these changes; to try a release out, add --dirty, which is written into it",
        )
    if changed:
        say(f"the tree differs from its commit in {len(changed)} files; this is written into the release")
    return Source(commit, int(time), dirty=bool(changed))


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(folders.TREE), *arguments]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise _unknown("git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise _unknown(error.stderr.strip()) from None
    return done.stdout


def _unknown(reason: str) -> Problem:
    return Problem(
        MACHINE_LACKS,
        what=f"it cannot be said which commit this is: {reason}",
        where=str(folders.TREE),
        next_step="install git and build in a clone of the repository",
    )
