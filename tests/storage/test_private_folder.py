"""Files and folders of the state are the owner's alone, and no planted name leads anywhere else. [R13]"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from practice_ledger.refusals import Refused
from practice_ledger.storage.private_folder import PrivateFolder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PrivateFolder]:
    opened = PrivateFolder.at(str(tmp_path / "state"), create=True)
    yield opened
    opened.close()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_folders_are_0700_and_files_0600_under_any_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        folder = PrivateFolder.at(str(tmp_path / "a" / "b"), create=True)
        inner = folder.folder("inner", create=True)
        inner.replace("file", b"x")
        os.close(inner.open_for_append("lock"))
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in [tmp_path / "a", *(tmp_path / "a").rglob("*")]}
    assert modes == {"a": 0o700, "b": 0o700, "inner": 0o700, "file": 0o600, "lock": 0o600}


@pytest.mark.parametrize("mode", [0o770, 0o720, 0o702])
def test_a_folder_that_others_may_write_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "shared"
    path.mkdir()
    path.chmod(mode)
    with pytest.raises(Refused, match="state-unsafe"):
        PrivateFolder.at(str(path), create=True)
    assert stat.S_IMODE(path.stat().st_mode) == mode, "somebody's own folder is not changed"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_root_makes_no_folders_in_the_home_of_another_user(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    os.chown(home, 65534, 65534)
    with pytest.raises(Refused, match="state-unsafe"):
        PrivateFolder.at(str(home / ".local/state/practice-ledger"), create=True)
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "theirs"
    path.mkdir(mode=0o700)
    os.chown(path, 65534, 65534)
    with pytest.raises(Refused, match="state-unsafe"):
        PrivateFolder.at(str(path), create=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_file_of_another_user_is_neither_read_nor_appended_to(tmp_path: Path, folder: PrivateFolder) -> None:
    path = tmp_path / "state" / "name"
    path.write_bytes(b"theirs")
    os.chown(path, 65534, 65534)
    with pytest.raises(ValueError, match="plain"):
        folder.read("name", 100)
    with pytest.raises(Refused, match="state-unsafe"):
        folder.open_for_append("name")


def test_the_mode_of_a_file_that_others_may_read_is_mended_before_it_is_appended_to(
    tmp_path: Path, folder: PrivateFolder
) -> None:
    path = tmp_path / "state" / "name"
    path.touch(0o644)
    os.close(folder.open_for_append("name"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    with pytest.raises(Refused, match="state-unsafe"):
        PrivateFolder.at(str(tmp_path / "state"), create=False)


def test_a_link_in_place_of_an_inner_folder_is_refused(tmp_path: Path, folder: PrivateFolder) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "state" / "inner").symlink_to(tmp_path / "elsewhere")
    for create in (True, False):
        with pytest.raises((Refused, OSError)):
            folder.folder("inner", create=create)


def _link(path: Path) -> None:
    path.with_name("target").write_bytes(b"secret")
    path.symlink_to("target")


def _hard_link(path: Path) -> None:
    path.with_name("target").write_bytes(b"secret")
    path.hardlink_to(path.with_name("target"))


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


PLANTED = pytest.mark.parametrize("plant", [_link, _fifo, _folder])


@PLANTED
def test_reading_a_planted_name_gives_no_bytes(
    tmp_path: Path, folder: PrivateFolder, plant: Callable[[Path], None]
) -> None:
    plant(tmp_path / "state" / "name")
    with pytest.raises((OSError, ValueError)):
        folder.read("name", 100)


@PLANTED
def test_appending_to_a_planted_name_writes_nothing(
    tmp_path: Path, folder: PrivateFolder, plant: Callable[[Path], None]
) -> None:
    plant(tmp_path / "state" / "name")
    with pytest.raises((OSError, Refused)):
        folder.open_for_append("name")
    target = tmp_path / "state" / "target"
    assert not target.exists() or target.read_bytes() == b"secret"


@pytest.mark.parametrize("plant", [_link, _hard_link, _fifo])
def test_replacing_a_planted_name_takes_its_place_and_leaves_its_target(
    tmp_path: Path, folder: PrivateFolder, plant: Callable[[Path], None]
) -> None:
    plant(tmp_path / "state" / "name")
    folder.replace("name", b"new")
    assert folder.read("name", 100) == b"new"
    target = tmp_path / "state" / "target"
    assert not target.exists() or target.read_bytes() == b"secret"


def test_a_missing_file_reads_as_none(folder: PrivateFolder) -> None:
    assert folder.read("missing", 100) is None


def test_a_file_is_read_up_to_its_limit_and_not_beyond(folder: PrivateFolder) -> None:
    folder.replace("name", b"x" * 100)
    assert folder.read("name", 100) == b"x" * 100
    with pytest.raises(ValueError, match="too long"):
        folder.read("name", 99)


def test_a_failed_replace_leaves_the_old_bytes_and_no_temporary_file(
    tmp_path: Path, folder: PrivateFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.replace("name", b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        folder.replace("name", b"new")
    assert folder.read("name", 100) == b"old"
    assert [path.name for path in (tmp_path / "state").iterdir()] == ["name"]
