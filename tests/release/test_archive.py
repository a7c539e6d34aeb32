"""Archives hold plain files, with the same bytes whenever, wherever and by whomever they are packed."""

from __future__ import annotations

import gzip
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from problem import Problem
from release.archive import TAR, ZIP, kind, pack, unpack
from release.targets import TARGETS

MOMENT = 1_700_000_001
CONTENT = {"b/tool": b"#!/bin/sh\n", "b/text": b"text\n", "a": b"", "b.c": b"\0" * 5000, "B": b"capital"}
ENDINGS = pytest.mark.parametrize("ending", [TAR, ZIP])


def folder(place: Path, names: list[str], *, mode: int = 0o644, time: int = 5) -> Path:
    """The folder `made` with `CONTENT`, written in the order of `names`."""
    made = place / "made"
    for name in names:
        file = made / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(CONTENT[name])
        file.chmod(mode)
        os.utime(file, (time, time))
    return made


def packed(made: Path, ending: str) -> Path:
    archive = made.parent / f"x{ending}"
    pack(made, archive, MOMENT)
    return archive


@ENDINGS
def test_bytes_depend_on_names_and_content_only(ending: str, tmp_path: Path) -> None:
    first = folder(tmp_path / "one", list(CONTENT))
    second = folder(tmp_path / "two", list(reversed(CONTENT)), mode=0o700, time=9)

    assert packed(first, ending).read_bytes() == packed(second, ending).read_bytes()


def test_tar_names_no_owner_and_has_one_time(tmp_path: Path) -> None:
    archive = packed(folder(tmp_path, list(CONTENT)), TAR)

    assert archive.read_bytes()[3:8] == b"\0" * 5, "neither a name nor a time in the header"
    with tarfile.open(archive) as tar:
        entries = tar.getmembers()
    assert {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries} == {
        (0, 0, "", "", MOMENT)
    }
    assert [(entry.name, oct(entry.mode)) for entry in entries] == [
        ("made", "0o755"),
        ("made/B", "0o644"),
        ("made/a", "0o644"),
        ("made/b", "0o755"),
        ("made/b.c", "0o644"),
        ("made/b/text", "0o644"),
        ("made/b/tool", "0o755"),
    ]


def test_zip_has_one_time_and_the_modes_of_unix(tmp_path: Path) -> None:
    with zipfile.ZipFile(packed(folder(tmp_path, list(CONTENT)), ZIP)) as opened:
        entries = opened.infolist()

    assert {entry.date_time for entry in entries} == {(2023, 11, 14, 22, 13, 20)}  # in steps of two seconds, UTC
    assert {entry.create_system for entry in entries} == {3}
    assert {entry.filename: oct(entry.external_attr >> 16 & 0o777) for entry in entries}["made/b/tool"] == "0o755"


@ENDINGS
def test_what_was_packed_comes_out_with_its_modes(ending: str, tmp_path: Path) -> None:
    made = folder(tmp_path, list(CONTENT), mode=0o600)

    top = unpack(packed(made, ending), tmp_path / "out")

    assert {name: (top / name).read_bytes() for name in CONTENT} == CONTENT
    modes = {path.relative_to(top).as_posix(): oct(path.stat().st_mode & 0o777) for path in top.rglob("*")}
    assert modes == {**dict.fromkeys([*CONTENT], "0o644"), "b": "0o755", "b/tool": "0o755"}


RUN = ("linux", "linux.so", "macos", "macos-of-both", "windows.exe", "script")
WITH_MODES = {
    **dict(
        zip(RUN, [b"\x7fELF", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"MZ", b"#!/bin/sh\n"], strict=True)
    ),
    "wrapper.cmd": b"@echo off\r\n",
    "tool.bat": b"",
    "read.md": b"# ELF\n",
    "half": b"\x7fEL",
}


@ENDINGS
@pytest.mark.parametrize("mode", [0o644, 0o755, 0o777])
def test_what_a_system_says_of_modes_does_not_matter(ending: str, mode: int, tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    for name, content in WITH_MODES.items():
        (made / name).write_bytes(content)
        (made / name).chmod(mode)  # that of Windows has 0777 for .exe, .bat and .cmd, 0666 for all else

    top = unpack(packed(made, ending), tmp_path / "out")

    assert {path.name for path in top.iterdir() if path.stat().st_mode & 0o777 == 0o755} == set(RUN)
    assert {oct(path.stat().st_mode & 0o777) for path in top.iterdir() if path.name not in RUN} == {"0o644"}


@ENDINGS
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_links_are_refused(ending: str, link: object, tmp_path: Path) -> None:
    assert callable(link)
    made = folder(tmp_path, ["a"])
    (tmp_path / "outside").write_bytes(b"")
    link(tmp_path / "outside", made / "link")

    with pytest.raises(Problem, match="plain files and folders only"):
        packed(made, ending)


def test_an_archive_that_reaches_out_of_its_folder_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / f"x{TAR}"
    with tarfile.open(archive, "w:gz") as tar:
        tar.addfile(tarfile.TarInfo("../outside"))

    with pytest.raises(Problem, match="no archive of a release"):
        unpack(archive, tmp_path / "in" / "side")
    assert not (tmp_path / "in" / "outside").exists()


@pytest.mark.parametrize("damage", ["cut", "two folders", "text"])
def test_what_is_no_archive_of_a_release_is_refused(damage: str, tmp_path: Path) -> None:
    archive = tmp_path / f"x{TAR}"
    if damage == "cut":
        archive.write_bytes(packed(folder(tmp_path, list(CONTENT)), TAR).read_bytes()[:-40])
    elif damage == "text":
        archive.write_bytes(gzip.compress(b"text"))
    else:
        with tarfile.open(archive, "w:gz") as tar:
            for name in ("one", "two"):
                tar.addfile(tarfile.TarInfo(name))

    with pytest.raises(Problem, match="no archive of a release"):
        unpack(archive, tmp_path / "out")


def test_each_system_gets_what_it_unpacks_by_itself() -> None:
    assert {target: kind(target) for target in TARGETS if kind(target) != TAR} == {"windows-x64": ZIP}
