"""`SHA256SUMS` names the archives, and is there only for what is a release."""

from __future__ import annotations

from pathlib import Path

import pytest

import folders
from problem import Problem
from release import sums
from verbs import release


def test_only_the_given_files_are_summed(tmp_path: Path) -> None:
    for name in ("b", "a", "left by somebody"):
        (tmp_path / name).write_text(name)
    (tmp_path / "folder").mkdir()

    sums.write(tmp_path, [tmp_path / "b", tmp_path / "a"])

    lines = (tmp_path / sums.NAME).read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == ["a", "b"]


def test_a_run_that_fails_leaves_no_sums_of_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "RELEASE", tmp_path)
    monkeypatch.setattr("freezing.target", lambda: "windows-arm64")
    (tmp_path / "archive").touch()
    sums.write(tmp_path, [tmp_path / "archive"])

    with pytest.raises(Problem, match="no releases for this machine"):
        release.run([])
    assert not (tmp_path / sums.NAME).exists()
