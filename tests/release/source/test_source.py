"""A release says which commit it is of, and is made of nothing else unless that is asked for, and said."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import folders
from problem import MACHINE_LACKS, Problem
from release.source import Source, source


def commit(tree: Path) -> str:
    return subprocess.check_output(["git", "-C", tree, "rev-parse", "HEAD"], text=True).strip()


def git(tree: Path, *arguments: str | Path) -> None:
    subprocess.run(["git", "-C", tree, *arguments], check=True)


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


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_change_that_git_was_told_to_overlook_is_seen(flag: str, tree: Path) -> None:
    git(tree, "update-index", flag, "file")
    (tree / "file").write_text("not committed\n")

    with pytest.raises(Problem, match="not what its commit says"):
        source(may_be_dirty=False)


def test_a_new_file_that_status_is_told_not_to_show_is_seen(tree: Path) -> None:
    git(tree, "config", "status.showUntrackedFiles", "no")
    (tree / "new").touch()

    with pytest.raises(Problem, match="not what its commit says"):
        source(may_be_dirty=False)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no executable bit")
def test_a_mode_that_git_was_told_to_overlook_is_seen(tree: Path) -> None:
    git(tree, "config", "core.fileMode", "false")
    (tree / "file").chmod(0o755)

    with pytest.raises(Problem, match="not what its commit says"):
        source(may_be_dirty=False)


def test_the_commit_of_a_repository_around_the_tree_is_not_taken(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tree / "made" / "unpacked"
    inner.mkdir(parents=True)
    monkeypatch.setattr(folders, "TREE", inner)

    with pytest.raises(Problem, match="inside of another git repository"):
        source(may_be_dirty=True)


def test_variables_do_not_lead_to_another_repository(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = commit(tree)
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "--quiet")
    git(other, "commit", "--quiet", "--allow-empty", "-m", "another")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))

    assert source(may_be_dirty=False).commit == own


def test_settings_of_what_git_shows_change_nothing(tree: Path) -> None:
    own = commit(tree)
    for name, value in (("log.showSignature", "true"), ("color.ui", "always"), ("log.date", "relative")):
        git(tree, "config", name, value)

    assert source(may_be_dirty=False) == Source(own, 1_700_000_001, dirty=False)


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
