"""Which lore is run, and what is said when there is none. [R23]"""

from __future__ import annotations

from pathlib import Path

import pytest

from practice_ledger.reading.exit_statuses import NO_LORE
from practice_ledger.reading.lore_program import SETTING, NoLore, lore_program

from .conftest import Read


def put(path: Path, mode: int = 0o755) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


@pytest.fixture(autouse=True)
def in_a_project_with_a_lore_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "project/lore")
    put(tmp_path / "project/bin/lore")
    monkeypatch.chdir(tmp_path / "project")


def test_the_first_executable_file_in_an_absolute_folder_of_path_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder/lore").mkdir(parents=True)
    put(tmp_path / "text/lore", 0o644)
    second = put(tmp_path / "second/lore")
    put(tmp_path / "third/lore")
    folders = [tmp_path / name for name in ("none", "folder", "text", "second", "third")]
    monkeypatch.setenv("PATH", ":".join(map(str, folders)))
    assert lore_program() == str(second)


@pytest.mark.parametrize("path", ["", ":", ".", "bin", "./bin:..", ":/nonexistent:", "../project"])
def test_a_relative_or_empty_entry_of_path_runs_nothing_of_the_project(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path)
    with pytest.raises(NoLore, match=f"not found in any absolute folder of PATH.*{SETTING}"):
        lore_program()


def test_a_setting_comes_before_path_and_an_empty_one_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, chosen = put(tmp_path / "found/lore"), put(tmp_path / "chosen/other-name")
    monkeypatch.setenv("PATH", str(found.parent))
    monkeypatch.setenv(SETTING, str(chosen))
    assert lore_program() == str(chosen)
    monkeypatch.setenv(SETTING, "")
    assert lore_program() == str(found)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("lore", "not an absolute path: lore"),
        ("./lore", "not an absolute path"),
        ("/nonexistent/lore", "names no file"),
        ("/usr", "names no file"),
        ("/etc/passwd", "not executable"),
    ],
)
def test_a_wrong_setting_is_said_and_nothing_else_is_tried(
    setting: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(put(tmp_path / "found/lore").parent))
    monkeypatch.setenv(SETTING, setting)
    with pytest.raises(NoLore, match=said):
        lore_program()


def test_a_lore_that_is_not_executable_is_named_if_there_is_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = put(tmp_path / "text/lore", 0o644)
    monkeypatch.setenv("PATH", str(text.parent))
    with pytest.raises(NoLore, match=f"{text} is not executable"):
        lore_program()


def test_without_any_path_a_shells_own_one_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATH")
    with pytest.raises(NoLore, match="not found"):
        lore_program()


def test_a_missing_lore_has_a_status_of_its_own_and_is_said_once(read: Read) -> None:
    done = read("a.b", "a.c", PATH="/usr/bin:/bin")
    assert (done.returncode, done.stdout) == (NO_LORE, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"lore was not found" in done.stderr


@pytest.mark.parametrize(
    "content", [b"no program\n", b"#!/nonexistent/interpreter\n", b"\x7fELF" + bytes(60)], ids=["text", "gone", "elf"]
)
def test_a_lore_that_cannot_be_started_has_that_status_too(read: Read, tmp_path: Path, content: bytes) -> None:
    broken = put(tmp_path / "broken/lore")
    broken.write_bytes(content)
    done = read("a.b", PRACTICE_LEDGER_LORE=str(broken))
    assert (done.returncode, done.stdout) == (NO_LORE, b"")
    assert done.stderr.startswith(f"practice-ledger: {broken} cannot be run: ".encode())


def test_the_project_s_own_lore_is_not_run_by_the_program(read: Read, tmp_path: Path) -> None:
    evil = put(tmp_path / "project/lore")
    evil.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n")
    done = read("a.b", PATH=":.:/usr/bin:/bin:")
    assert done.returncode == NO_LORE
    assert not (tmp_path / "ran").exists()
