"""What git keeps as the content of a commit.

Asked so that no setting, no flag of the index, no ignore rule, no filter and no variable of the environment has a say.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import folders
from problem import MACHINE_LACKS, Problem

_PROGRAM, _FILE = "100755", "100644"


@dataclass(frozen=True)
class Entry:
    """`identity`: git's name of the content."""

    identity: str
    executable: bool


def head() -> tuple[str, int]:
    """The commit that is checked out, and when it was made, in whole seconds since 1970, UTC.

    Raises `Problem` if this tree is not the top folder of a checkout: the commit would be that of something else.
    """
    top = Path(_text("rev-parse", "--show-toplevel").rstrip("\n"))
    if not (top.exists() and top.samefile(folders.TREE)):
        raise _unknown(f"it lies inside of another git repository, {top}")
    time, commit = _text("rev-list", "--max-count=1", "--timestamp", "HEAD").split()
    return commit, int(time)


def tagged(tag: str) -> str | None:
    """The commit with a tag; None if there is no such tag."""
    listed = _text("for-each-ref", "--format=%(objectname) %(*objectname)", f"refs/tags/{tag}").split()
    # Of an annotated tag first the tag itself, then what it is on.
    return listed[-1] if listed else None


def entries(commit: str) -> dict[str, Entry]:
    """The files of a commit, by their paths. Raises `Problem` for a link or a submodule."""
    found = {}
    for line in _names("ls-tree", "-r", "-z", "--full-tree", commit):
        described, _, name = line.partition("\t")
        mode, _, identity = described.split(" ")
        if mode not in (_PROGRAM, _FILE):
            raise _unknown(f"{name} is no plain file")
        found[name] = Entry(identity, mode == _PROGRAM)
    return found


def untracked() -> list[str]:
    """Files that git knows nothing of and was not told to ignore."""
    return _names("ls-files", "-z", "--others", "--exclude-standard", "--full-name")


def is_in_place(name: str, entry: Entry, tree: Path) -> bool:
    """Whether the file in a tree is that of the commit."""
    file = tree / name
    if file.is_symlink() or not file.is_file():
        return False
    # Windows knows no executable bit.
    same_mode = os.name == "nt" or bool(file.stat().st_mode & 0o100) == entry.executable
    return same_mode and _identity(file.read_bytes(), like=entry.identity) == entry.identity


def write(files: dict[str, Entry], into: Path) -> None:
    """Writes files of a commit, with the bytes and the executable bit that they have there."""
    asked = "".join(f"{entry.identity}\n" for entry in files.values())
    answer = _git("cat-file", "--batch", given=asked.encode())
    at = 0
    for name, entry in files.items():
        head_end = answer.index(b"\n", at)
        identity, _, size = answer[at:head_end].decode().split(" ")
        content = answer[head_end + 1 : head_end + 1 + int(size)]
        if not identity == entry.identity == _identity(content, like=identity):
            raise _unknown(f"git's copy of {name} is damaged")
        put(into / name, content, executable=entry.executable)
        at = head_end + len(content) + 2


def put(file: Path, content: bytes, *, executable: bool) -> None:
    """Writes one file as it would be checked out under a umask of 022."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(0o755 if executable else 0o644)


def _identity(content: bytes, *, like: str) -> str:
    algorithm = "sha1" if len(like) == hashlib.sha1(usedforsecurity=False).digest_size * 2 else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _names(*arguments: str) -> list[str]:
    return [name for name in _text(*arguments).split("\0") if name]


def _text(*arguments: str) -> str:
    return os.fsdecode(_git(*arguments))


def _git(*arguments: str, given: bytes = b"") -> bytes:
    # GIT_DIR and the like name another repository. Settings (safe.directory) may come by variables.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith("GIT_CONFIG")
    }
    # In a container the checkout may be another user's.
    safe = f"safe.directory={folders.TREE.as_posix()}"
    command = ["git", "--no-replace-objects", "-c", safe, "-C", str(folders.TREE), *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=True, env=environment)
    except FileNotFoundError:
        raise _unknown("git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise _unknown(error.stderr.decode(errors="replace").strip()) from None
    return done.stdout


def _unknown(reason: str) -> Problem:
    return Problem(
        MACHINE_LACKS,
        what=f"it cannot be said which commit this is: {reason}",
        where=str(folders.TREE),
        next_step="install git and build in a clone of the repository",
    )
