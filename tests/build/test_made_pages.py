"""The pages of docs/ that are made from code say what the code says now."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import folders
from pages.made import made_pages

MADE = dict(made_pages())


@pytest.mark.parametrize("page", MADE, ids=lambda page: page.name)
def test_a_made_page_is_up_to_date(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == MADE[page], "run: python3 build docs"


def test_the_man_page_is_sound() -> None:
    mandoc = shutil.which("mandoc")
    if mandoc is None and "CI" not in os.environ:
        pytest.skip("mandoc is missing")
    assert mandoc, "mandoc is missing"
    page = folders.DOCS / "practice-ledger.1"
    found = subprocess.run([mandoc, "-Tlint", "-Wwarning", page], capture_output=True, text=True, check=False)
    # A date would be another one with each release; the version stands in its place.
    assert [line for line in found.stdout.splitlines() if "missing date" not in line] == []
