"""What is recorded as released was released: it is taken out of the commit with the release's tag. [R22]"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import hooks_change
from problem import CHECK_FAILED, Problem
from release.recording import record

HOOKS = '{"hooks": "as released"}\n'


def git(tree: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", tree, *arguments], check=True)


@pytest.fixture
def released(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Makes a commit with files of a release, by their paths, and its tag, or none."""
    monkeypatch.setattr(hooks_change.record, "__defaults__", (tree,))

    def make(*, version: str = "1.2.0", page: str = "## 1.2.0 - 2027-01-01\n\n- New.\n", tag: str = "v1.2.0") -> Path:
        for name, text in {
            "CHANGELOG.md": page,
            "plugin/hooks/hooks.json": HOOKS,
            "runtime/practice_ledger/__init__.py": f'__version__ = "{version}"\n',
            "build/last_release/version.txt": "1.1.0\n",
        }.items():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(text)
        git(tree, "add", ".")
        git(tree, "commit", "--quiet", "-m", "release")
        if tag:
            git(tree, "tag", "-a", tag, "-m", tag)
        return tree

    return make


def kept(tree: Path) -> Path:
    return tree / "build" / "last_release"


def test_the_hooks_of_the_tag_are_kept_whatever_is_in_the_tree(released: Callable[..., Path]) -> None:
    tree = released()
    (tree / "plugin" / "hooks" / "hooks.json").write_text("edited")

    record("1.2.0")

    assert (kept(tree) / "hooks.json").read_text() == HOOKS
    assert (kept(tree) / "version.txt").read_text() == "1.2.0\n"


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        ({"tag": ""}, "there is no tag v1.2.0"),
        ({"version": "1.1.0"}, "is one of version 1.1.0"),
        ({"page": "## Unreleased\n\n- New.\n"}, "no section of its own for 1.2.0"),
    ],
)
def test_what_is_not_released_is_not_recorded(
    release: dict[str, str], reason: str, released: Callable[..., Path]
) -> None:
    tree = released(**release)

    with pytest.raises(Problem, match=reason) as refused:
        record("1.2.0")
    assert refused.value.status == CHECK_FAILED
    assert (kept(tree) / "version.txt").read_text() == "1.1.0\n"
    assert not (kept(tree) / "hooks.json").exists()


def test_a_version_that_is_out_is_not_made_again(released: Callable[..., Path]) -> None:
    tree = released()
    hooks_change.check_not_out("1.2.0", tree)

    record("1.2.0")

    with pytest.raises(Problem, match=r"1\.2\.0 is released already"):
        hooks_change.check_not_out("1.2.0", tree)
    hooks_change.check_not_out("1.3.0", tree)
