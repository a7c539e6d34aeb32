"""A small repository in place of this tree."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import folders

WHEN = "1700000001 +0900"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit in place of this tree."""
    monkeypatch.setattr(folders, "TREE", tmp_path)
    monkeypatch.setattr(folders, "RELEASE", tmp_path / "dist" / "release")
    monkeypatch.setattr(folders, "RUNTIME", tmp_path / "runtime")
    monkeypatch.setattr(folders, "PLUGIN", tmp_path / "plugin")
    monkeypatch.setattr(folders, "LAST_RELEASE", tmp_path / "build" / "last_release")
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
