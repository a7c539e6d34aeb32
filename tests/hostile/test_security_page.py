"""docs/security.md: each row of what somebody tries names a test that shows what comes of it, and each is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from fuzz.targets import TARGETS

TESTS = Path(__file__).resolve().parents[1]
PAGE = (TESTS.parent / "docs/security.md").read_text(encoding="utf-8")
WHO_CAN_WHAT = PAGE[PAGE.index("## Who can achieve what") : PAGE.index("## Receipts")]
TRIED = [row for row in re.findall(r"^\| (.+?) \| (.+) \| (.+) \|$", WHO_CAN_WHAT, re.MULTILINE) if row[0] != "tries"]
NAMED = sorted(set(re.findall(r"`(?:tests/)?((?:\w+/)*test_\w+\.py)(?:::(\w+))?`", PAGE)))
FILES = sorted(path.name for path in TESTS.glob("hostile/test_*.py"))


@pytest.mark.parametrize(("tried", "shown_by"), [(tried, shown_by) for tried, _, shown_by in TRIED])
def test_each_row_names_a_test(tried: str, shown_by: str) -> None:
    assert re.search(r"`[\w/]*test_\w+\.py", shown_by), tried


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_each_test_that_the_page_names_exists(file: str, name: str) -> None:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert not name or name in defined


@pytest.mark.parametrize(
    "named", ["Pack", "repository", "`lore`", "user of the machine", "project", "plugin", "same user", "environment"]
)
def test_the_page_speaks_of_everybody(named: str) -> None:
    headings = " ".join(re.findall(r"^### (.+)$", WHO_CAN_WHAT, re.MULTILINE))
    assert named in headings


def test_every_file_of_hostile_tests_is_on_the_page() -> None:
    named = {file.removeprefix("hostile/") for file, _ in NAMED if file.startswith("hostile/")}
    assert sorted(named | {Path(__file__).name}) == FILES


def test_the_page_names_what_is_fuzzed() -> None:
    said = PAGE[PAGE.index("## Fuzzing") :]
    assert [target for target in TARGETS if f"`{target}`" not in said] == []
