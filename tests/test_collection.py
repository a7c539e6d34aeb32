"""A run without arguments runs every test: pytest passes over some names of folders, `build` among them."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def test_no_folder_with_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    passed_over = pytestconfig.getini("norecursedirs")
    folders = {parent for file in TESTS.rglob("test_*.py") for parent in file.relative_to(TESTS).parents if parent.name}
    assert folders
    assert [folder for folder in folders if any(fnmatch(folder.name, pattern) for pattern in passed_over)] == []
