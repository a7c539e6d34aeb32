"""`python3 build release` says what it cannot do, and where it can be done."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import freezing
from problem import Problem
from release import testing
from release.targets import MACHINES, TARGETS, buildable, chosen

TREE = Path(__file__).resolve().parents[2]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command: Sequence[str | Path] = [sys.executable, TREE / "build", "release", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("target", sorted(set(TARGETS) - set(buildable())))
def test_target_of_another_machine_is_told_on_which_to_build_it(target: str) -> None:
    done = run("--target", target)

    assert done.returncode == 3
    assert f"{target} cannot be built on this machine" in done.stderr
    assert f"run the same command on {MACHINES[target]}" in done.stderr
    assert "--combine" in done.stderr


def test_machine_that_there_are_no_releases_for_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freezing.target", lambda: "windows-arm64")

    with pytest.raises(Problem, match="no releases for this machine, windows-arm64"):
        chosen([])


@pytest.mark.parametrize(
    "arguments",
    [
        ["--target", "amiga"],
        ["--target"],
        ["more"],
        ["--combine"],
        ["--combine", "/nowhere/x.tar.gz"],
        ["--combine", __file__, "--target", freezing.target()],
        ["--combine", __file__, "--twice"],
        ["--combine", __file__, "--dirty"],
        ["--record", "--dirty"],
    ],
)
def test_wrong_usage_has_the_status_of_its_own(arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.returncode == 2
    assert "usage: python3 build release" in done.stderr


def test_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "an archive.tar.gz"
    archive.write_text("text")

    done = subprocess.run(
        [sys.executable, TREE / "build", "release", "--combine", archive.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 4
    assert "no archive of a release" in done.stderr
    assert str(archive) in done.stderr


@pytest.mark.parametrize("combined", [False, True])
@pytest.mark.parametrize("target", TARGETS)
def test_tests_of_an_archive_are_there_and_hold_it_against_what_it_says(target: str, combined: bool) -> None:
    tests = testing.suite(target, combined=combined)

    assert [path for path in tests if not (TREE / path).exists()] == []
    assert "tests/release/test_what_is_released.py" in tests


@pytest.mark.parametrize("wrapper", ["practice-ledger", "practice-ledger-hook"])
def test_wrappers_know_the_targets_of_unix_and_no_others(wrapper: str) -> None:
    text = (TREE / "plugin" / "bin" / wrapper).read_text(encoding="utf-8")

    known = set(re.findall(r"platform=((?:linux|macos|windows)-\w+)", text))
    assert known == {target for target in TARGETS if not target.startswith("windows")}


def test_wrappers_for_windows_know_its_target() -> None:
    for wrapper in (TREE / "plugin" / "bin").glob("*.cmd"):
        assert set(re.findall(r"(?:linux|macos|windows)-\w+", wrapper.read_text(encoding="ascii"))) == {"windows-x64"}
