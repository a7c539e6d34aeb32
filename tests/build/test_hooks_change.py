"""hooks.json is that of the last release, or the changelog says that it is not. [R22]"""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import changelog
import folders
import hooks_change
from practice_ledger import __version__
from problem import CHECK_FAILED, Problem

DECLARED = f"- {hooks_change.DECLARATION}"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree after its release 1.0.0."""
    for folder in (folders.PLUGIN, folders.LAST_RELEASE):
        shutil.copytree(folder, tmp_path / folder.relative_to(folders.TREE))
    write_changelog(tmp_path, "## 1.0.0 - 2026-12-01\n\n- First.\n")
    hooks_change.record("1.0.0", tmp_path, tmp_path)
    return tmp_path


def write_changelog(tree: Path, text: str) -> None:
    (tree / "CHANGELOG.md").write_text(f"# Changelog\n\n{text}", encoding="utf-8")


def change_hooks(tree: Path) -> None:
    """By one byte that means nothing."""
    hooks = tree / "plugin" / "hooks" / "hooks.json"
    hooks.write_bytes(hooks.read_bytes() + b"\n")


def test_in_this_tree_a_change_of_the_hooks_is_declared() -> None:
    try:
        hooks_change.check(__version__)
    except Problem as problem:
        pytest.fail(problem.text)


def test_what_was_released_last_is_kept_with_its_version() -> None:
    version = (folders.LAST_RELEASE / "version.txt").read_text(encoding="ascii").strip()
    assert (version != "none") == (folders.LAST_RELEASE / "hooks.json").exists()


def test_hooks_that_did_not_change_need_no_word(tree: Path) -> None:
    write_changelog(tree, "## Unreleased\n\n- Other things.\n")

    hooks_change.check("1.1.0", tree)


def test_before_the_first_release_there_is_nothing_to_compare_with(tree: Path) -> None:
    shutil.rmtree(tree / "build")
    shutil.copytree(folders.LAST_RELEASE, tree / "build" / "last_release")
    (tree / "build" / "last_release" / "version.txt").write_text("none\n")
    change_hooks(tree)

    hooks_change.check("1.0.0", tree)


@pytest.mark.parametrize(
    "page",
    [
        "## Unreleased\n\n- Other things.\n",
        # declared for another version
        f"## Unreleased\n\n- Other things.\n\n## 1.0.0\n\n{DECLARED}\n",
        f"## 1.1.0\n\n- Other things.\n\n## Unreleased\n\n{DECLARED}\n",
    ],
)
def test_a_change_by_one_byte_that_is_not_declared_is_refused(tree: Path, page: str) -> None:
    write_changelog(tree, page)
    change_hooks(tree)

    with pytest.raises(Problem) as refused:
        hooks_change.check("1.1.0", tree)
    assert refused.value.status == CHECK_FAILED
    for word in ("last release, 1.0.0", str(tree / "plugin" / "hooks" / "hooks.json"), "of 1.1.0", DECLARED):
        assert word in refused.value.text


@pytest.mark.parametrize("heading", ["## Unreleased", "## 1.1.0 - 2027-01-01"])
def test_a_declared_change_is_taken_wherever_its_line_is_broken(tree: Path, heading: str) -> None:
    wrapped = textwrap.fill(DECLARED, 60, subsequent_indent="  ")
    write_changelog(tree, f"{heading}\n\n- Other things.\n{wrapped}\n\n## 1.0.0\n\n- First.\n")
    change_hooks(tree)

    hooks_change.check("1.1.0", tree)


def test_a_recorded_release_is_what_the_next_one_is_compared_with(tree: Path) -> None:
    write_changelog(tree, "## Unreleased\n\n- Other things.\n")
    change_hooks(tree)
    hooks_change.record("1.1.0", tree, tree)

    hooks_change.check("1.2.0", tree)
    change_hooks(tree)
    with pytest.raises(Problem, match=r"last release, 1\.1\.0"):
        hooks_change.check("1.2.0", tree)


def test_one_command_records_a_release(tree: Path) -> None:
    shutil.copytree(folders.BUILD, tree / "build", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    package = tree / "runtime" / "practice_ledger"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "2.3.4"\n')
    write_changelog(tree, "## 2.3.4\n\n- More.\n")
    git: list[str | Path] = ["git", "-C", tree, "-c", "user.name=someone", "-c", "user.email=someone@example.invalid"]
    for arguments in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "2.3.4"], ["tag", "v2.3.4"]):
        subprocess.run([*git, *arguments], check=True)

    done = subprocess.run(
        [sys.executable, tree / "build", "release", "--record"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    kept = tree / "build" / "last_release"
    assert (kept / "version.txt").read_text() == "2.3.4\n"
    assert (kept / "hooks.json").read_bytes() == (tree / "plugin" / "hooks" / "hooks.json").read_bytes()


def test_a_version_of_which_the_changelog_says_nothing_is_refused(tree: Path) -> None:
    with pytest.raises(Problem, match=r"nothing of version 1\.0"):
        changelog.section("1.0", tree)
