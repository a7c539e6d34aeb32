"""What the program for Windows is made of: no tool of the build, and no more than a plugin may be."""

from __future__ import annotations

from pathlib import Path

import pytest
from PyInstaller.archive.readers import CArchiveReader  # type: ignore[import-untyped]

from tools_left_out import modules_of_tools

from .conftest import program_of


@pytest.fixture(scope="module")
def program(windows_plugin: Path) -> Path:
    return program_of(windows_plugin)


def test_it_holds_nothing_of_the_builds_own_tools(program: Path) -> None:
    archived = {name.partition(".")[0] for name in CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc}
    beside = {path.name.partition(".")[0] for path in (program.parent / "_internal").iterdir()}
    left_out = {*modules_of_tools(), "altgraph", "pefile", "ordlookup", "win32ctypes", "ctypes", "_ctypes", "ssl"}
    assert (archived | beside) & left_out == set()
    assert {"pydantic", "rich", "platformdirs"} <= archived


def test_it_is_no_larger_than_what_a_plugin_may_be(program: Path) -> None:
    assert sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file()) < 32 * 1024 * 1024
