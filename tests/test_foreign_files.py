"""Files of other programs are read without waiting, and never more than can be held."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from practice_ledger.foreign_files import MOST, Unreadable, content_of, json_of, names_in, toml_of


def test_a_plain_file_is_read_and_a_link_to_one_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    (tmp_path / "link").symlink_to("file")
    assert content_of(str(tmp_path / "file")) == content_of(str(tmp_path / "link")) == b"content"


@pytest.mark.parametrize("name", ["none", "none/below", "file/below", "nul\0", "half\ud800"], ids=ascii)
def test_what_is_not_there_is_told_as_that(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileNotFoundError):
        content_of(str(tmp_path / name))


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty", "/"])
def test_a_device_or_a_folder_is_not_read(path: str) -> None:
    with pytest.raises(Unreadable):
        content_of(path)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Unreadable, match="not a plain file"):
        content_of(str(tmp_path / "pipe"))


def test_more_than_the_bound_is_not_held(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * MOST)
    assert len(content_of(str(file))) == MOST
    os.truncate(file, 2**40)
    with pytest.raises(Unreadable, match="longer"):
        content_of(str(file))


@pytest.mark.parametrize("text", [b"[" * 200_000, b"9" * 5000, b"\xff", b"{"], ids=["deep", "digits", "bytes", "open"])
def test_text_that_cannot_be_understood_is_told_as_that(text: bytes) -> None:
    with pytest.raises(Unreadable):
        json_of(text)
    with pytest.raises(Unreadable):
        toml_of(b"x = " + text)


def test_a_folder_that_cannot_be_looked_into_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "b").touch()
    (tmp_path / "a").touch()
    assert names_in(str(tmp_path)) == ["a", "b"]
    assert names_in(str(tmp_path / "none")) == names_in("nul\0") == names_in("half\ud800") == []
