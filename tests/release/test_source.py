"""A release says which commit it is of, and is made of nothing else unless that is asked for, and said."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import folders
from problem import MACHINE_LACKS, Problem
from release.source import Source, source

WHEN = "1700000001 +0900"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit in place of this tree."""
    monkeypatch.setattr(folders, "TREE", tmp_path)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "someone")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "someone@example.invalid")
    monkeypatch.setenv("GIT_COMMITTER_DATE", WHEN)
    (tmp_path / "file").write_text("as committed\n")
    (tmp_path / ".gitignore").write_text("/made/\n")
    for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "one"]):
        subprocess.run(["git", "-C", tmp_path, *arguments], check=True)
    return tmp_path


def commit(tree: Path) -> str:
    return subprocess.check_output(["git", "-C", tree, "rev-parse", "HEAD"], text=True).strip()


def test_commit_and_its_time_are_those_of_the_tree(tree: Path) -> None:
    (tree / "made").mkdir()
    (tree / "made" / "something").touch()

    assert source(may_be_dirty=False) == Source(commit(tree), 1_700_000_001, dirty=False)


@pytest.mark.parametrize("change", ["file", "new file"])
def test_tree_that_differs_from_its_commit_is_refused_unless_that_is_asked_for(change: str, tree: Path) -> None:
    (tree / change).write_text("not committed\n")

    with pytest.raises(Problem, match="not what its commit says") as refused:
        source(may_be_dirty=False)
    assert change in refused.value.text
    assert "--dirty" in refused.value.text
    assert source(may_be_dirty=True) == Source(commit(tree), 1_700_000_001, dirty=True)


def test_a_tree_that_is_no_checkout_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "TREE", tmp_path)

    with pytest.raises(Problem, match="cannot be said which commit") as refused:
        source(may_be_dirty=True)
    assert refused.value.status == MACHINE_LACKS
    assert "not a git repository" in refused.value.text


def test_a_machine_without_git_is_told_so(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tree))

    with pytest.raises(Problem, match="git is not installed"):
        source(may_be_dirty=True)
