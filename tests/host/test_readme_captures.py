"""What the READMEs say that a terminal shows is what it shows. Made anew by `python3 build docs`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import folders
from pages.terminal_captures import terminal_captures, with_captures


@pytest.fixture(scope="module")
def captures(marketplace: Path, place: Path, launcher: list[str]) -> dict[str, str]:
    return terminal_captures(marketplace, place / "captures", launcher)


@pytest.mark.parametrize("page", folders.README_PAGES, ids=lambda page: page.name)
def test_the_terminals_of_a_readme_are_those_of_today(page: Path, captures: dict[str, str]) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"<!-- terminal: (\w+) -->", text) == list(captures)
    assert with_captures(text, captures) == text, "run: python3 build docs"
