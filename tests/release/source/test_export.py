"""A release is built from an export of its commit: nothing else in the tree, and no later edit, gets into it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import folders
from problem import CHECK_FAILED, Problem
from release import exported, git_tree
from release.source import Source, export, source

TARGET = "linux-x64"

# In place of the real build: "packs" what it finds, and says what it was told.
BUILD = """\
import pathlib, sys
tree = pathlib.Path(__file__).resolve().parents[1]
{meanwhile}
made = tree / "dist" / "release"
made.mkdir(parents=True)
files = [file for file in tree.rglob("*") if file.is_file() and made not in file.parents and file.suffix != ".pyc"]
listed = [f"{{file.relative_to(tree).as_posix()}} {{file.read_bytes()}}" for file in sorted(files)]
(made / "x-linux-x64.tar.gz").write_text("\\n".join([*sys.argv[1:], *listed]))
sys.exit({status})
"""


def git(tree: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", tree, *arguments], check=True)


def commit_build(tree: Path, *, meanwhile: str = "", status: int = 0) -> Source:
    """Makes `BUILD` the tree's own build; returns what is to be released."""
    (tree / "build").mkdir()
    (tree / "build" / "__main__.py").write_text(BUILD.format(meanwhile=meanwhile, status=status))
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "-m", "two")
    return source(may_be_dirty=False)


def built(state: Source, place: Path) -> str:
    (archive,) = exported.build([TARGET], place / "export", state=state)
    return archive.read_text()


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("place")


def test_the_exports_own_build_is_told_what_it_is_an_export_of(tree: Path, place: Path) -> None:
    state = commit_build(tree)

    verb, option, value, *targets = built(state, place).splitlines()[:5]
    assert (verb, option, targets) == ("release", "--exported", ["--target", TARGET])
    assert exported.read(value) == state


def test_nothing_but_the_commit_is_built(tree: Path, place: Path) -> None:
    state = commit_build(tree)
    # Later edits, whatever git was told of them, and what it ignores.
    (tree / "made").mkdir()
    (tree / "made" / "ignored").touch()
    (tree / "late").touch()
    (tree / "file").write_text("edited\n")
    (tree / ".git" / "info" / "attributes").write_text("file text eol=crlf export-ignore\n")
    git(tree, "config", "core.autocrlf", "true")

    names = [line.split(" ")[0] for line in built(state, place).splitlines()[5:]]
    assert names == [".gitignore", "build/__main__.py", "file"]
    assert (place / "export" / "file").read_bytes() == b"as committed\n"


def test_of_a_dirty_tree_its_changes_are_built_but_nothing_that_is_ignored(tree: Path, place: Path) -> None:
    commit_build(tree)
    (tree / "made").mkdir()
    (tree / "made" / "ignored").touch()
    (tree / "new").touch()
    (tree / "file").unlink()

    state = source(may_be_dirty=True)
    names = [line.split(" ")[0] for line in built(state, place).splitlines()[5:]]
    assert names == [".gitignore", "build/__main__.py", "new"]
    assert state.dirty


def test_an_export_that_was_changed_while_it_was_built_gives_no_release(tree: Path, place: Path) -> None:
    state = commit_build(tree, meanwhile='(tree / "file").write_text("edited")')

    with pytest.raises(Problem, match="file was changed while the release was built") as refused:
        built(state, place)
    assert refused.value.status == CHECK_FAILED


def test_a_build_that_fails_gives_its_status(tree: Path, place: Path) -> None:
    state = commit_build(tree, status=3)

    with pytest.raises(Problem, match="could not be built") as refused:
        built(state, place)
    assert refused.value.status == 3


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no executable bit")
def test_modes_are_those_of_the_commit_under_any_umask(tree: Path, place: Path) -> None:
    (tree / "program").touch(mode=0o755)
    state = commit_build(tree)

    mask = os.umask(0o077)
    try:
        export(state, place / "export")
    finally:
        os.umask(mask)
    modes = {name: (place / "export" / name).stat().st_mode & 0o777 for name in ("program", "file")}
    assert modes == {"program": 0o755, "file": 0o644}


def test_a_link_in_the_commit_is_refused(tree: Path) -> None:
    (tree / "link").symlink_to("file")
    git(tree, "add", ".")
    git(tree, "commit", "--quiet", "-m", "a link")

    with pytest.raises(Problem, match="link is no plain file"):
        source(may_be_dirty=False)


def test_an_object_that_stands_in_for_another_is_not_taken(tree: Path, place: Path) -> None:
    state = commit_build(tree)
    identity = git_tree.entries(state.commit)["file"].identity
    other = subprocess.check_output(["git", "-C", tree, "hash-object", "-w", "--stdin"], input=b"other", text=False)
    git(tree, "replace", identity, other.decode().strip())

    export(state, place / "export")
    assert (place / "export" / "file").read_bytes() == b"as committed\n"


def test_this_trees_commit_can_be_exported(place: Path) -> None:
    if not (folders.TREE / ".git").exists():
        pytest.skip("this tree is no checkout of git's")
    commit, time = git_tree.head()

    export(Source(commit, time, dirty=False), place / "export")
    exported_files = [file for file in (place / "export").rglob("*") if file.is_file()]
    assert len(exported_files) == len(git_tree.entries(commit))
    assert (place / "export" / folders.BUILD.name / "__main__.py").exists()
    assert json.loads((place / "export" / "build" / "marketplace.json").read_bytes())
