"""Where the settings file is, which files are obeyed, and that no other can do harm."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

import practice_ledger
from practice_ledger import bounds
from practice_ledger.settings import file
from practice_ledger.settings.problems import problems
from practice_ledger.settings.settings import Settings, in_effect

from .conftest import Write

RUNTIME = Path(practice_ledger.__file__).parents[1]
OFF = "enabled = false\n"


def is_default(settings: Settings) -> bool:
    return (settings.enabled, settings.hints, settings.bounds) == (True, True, {})


def test_the_file_lies_where_platformdirs_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for xdg in ("", "/config"):
        monkeypatch.setenv("XDG_CONFIG_HOME", xdg)
        folder = platformdirs.user_config_dir("practice-ledger", appauthor=False)
        assert file.settings_path() == f"{folder}/settings.toml"


def test_without_a_home_there_are_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> object:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert file.settings_path() is None
    assert is_default(in_effect())
    assert problems() == []


def test_without_a_file_the_defaults_hold_and_nothing_is_wrong() -> None:
    assert is_default(in_effect())
    assert problems() == []


@pytest.mark.parametrize("content", ["", "# nothing\n", "[bounds]\n", "enabled = true\nhints = true\n"])
def test_a_file_that_says_nothing_else_changes_nothing(write: Write, content: str) -> None:
    write(content)
    assert is_default(in_effect())
    assert problems() == []


def test_each_key_of_the_file_is_obeyed(write: Write) -> None:
    write("enabled = false\nhints = false\n[bounds]\nhint_items = 2\nhook_seconds = 1\n")
    settings = in_effect()
    assert (settings.enabled, settings.hints) == (False, False)
    assert settings.bounds == {"HINT_ITEMS": 2, "HOOK_SECONDS": 1.0}
    assert problems() == []


def test_line_ends_and_marks_of_other_systems_are_no_fault(settings_path: Path) -> None:
    settings_path.write_bytes(b"\xef\xbb\xbfenabled = false\r\n\r\n[bounds]\r\nroots = 3\r\n")
    assert (in_effect().enabled, in_effect().bounds) == (False, {"ROOTS": 3})


def test_a_link_to_a_file_of_the_users_own_is_followed(write: Write, settings_path: Path, tmp_path: Path) -> None:
    write(OFF).rename(tmp_path / "kept-elsewhere.toml")
    settings_path.symlink_to(tmp_path / "kept-elsewhere.toml")
    assert not in_effect().enabled


def _folder(path: Path) -> None:
    path.mkdir()


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))  # a longer path is refused


def _dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def _circle(path: Path) -> None:
    path.symlink_to(path.name)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _too_long(path: Path) -> None:
    path.write_text(OFF + "#" * bounds.SETTINGS_BYTES)


def _others_may_write(path: Path) -> None:
    path.write_text(OFF)
    path.chmod(0o602)


def _group_may_write(path: Path) -> None:
    path.write_text(OFF)
    path.chmod(0o620)


def _of_somebody_else(path: Path) -> None:
    path.write_text(OFF)
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    os.chown(path, 12345, -1)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (_folder, "is not a plain file"),
        (_socket, "cannot be opened"),
        (_dangling, "is a link to a file that is not there"),
        (_circle, "cannot be opened"),
        (_device, "is not a plain file"),
        (_too_long, f"is longer than {bounds.SETTINGS_BYTES} bytes"),
        (_others_may_write, "can be written by others"),
        (_group_may_write, "can be written by others"),
        (_of_somebody_else, "belongs to another user"),
    ],
)
def test_what_lies_there_and_is_no_file_of_the_users_own_is_not_obeyed(
    make: Callable[[Path], None], what: str, settings_path: Path
) -> None:
    make(settings_path)
    started = time.monotonic()
    assert is_default(in_effect())
    (problem,) = problems()
    assert time.monotonic() - started < 2
    assert problem.what.startswith(what)
    assert problem.file == str(settings_path)
    assert str(problem) == f"{settings_path}: {problem.what}. {problem.next_step}"


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(settings_path: Path) -> None:
    os.mkfifo(settings_path)
    program = (
        "from practice_ledger.settings.problems import problems\n"
        "from practice_ledger.settings.settings import in_effect\n"
        "print(in_effect().enabled, *problems())\n"
    )
    environment = {"HOME": os.environ["HOME"], "PYTHONPATH": str(RUNTIME)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=20
    )
    assert done.stdout.startswith(f"True {settings_path}: is not a plain file. ")


def test_a_file_that_root_wrote_is_obeyed(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(OFF)
    if path.stat().st_uid != 0:
        pytest.skip("only root can make a file of root's")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert not in_effect().enabled


def test_a_file_that_may_not_be_read_is_said(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(OFF)

    def refused(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", refused)  # permissions do not stop root
    assert is_default(in_effect())
    assert [problem.what for problem in problems()] == ["cannot be opened (Permission denied)"]
