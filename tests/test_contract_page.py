"""docs/contract.md names every requirement, every test it names exists, and its list of reasons is the code's. [R16]"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from practice_ledger.refusals import REASONS

TREE = Path(__file__).resolve().parents[1]
PAGE = (TREE / "docs/contract.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (R\d+(?:\.\d)?) \| (.+?) \| (.+?) \|$", PAGE, flags=re.MULTILINE)
LINKED = re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", PAGE)


def test_every_requirement_of_this_version_has_a_row() -> None:
    assert {row.partition(".")[0] for row, _, _ in ROWS} == {f"R{number}" for number in range(1, 26)}


@pytest.mark.parametrize(("requirement", "shown_by"), [(row, tests) for row, _, tests in ROWS])
def test_each_row_names_a_test(requirement: str, shown_by: str) -> None:
    assert re.search(r"`tests/[\w/.]+\.py", shown_by), requirement


@pytest.mark.parametrize(("file", "name"), sorted(set(LINKED)))
def test_each_test_that_the_page_names_exists(file: str, name: str) -> None:
    defined = {
        node.name for node in ast.walk(ast.parse((TREE / file).read_text())) if isinstance(node, ast.FunctionDef)
    }
    assert not name or name in defined


def test_the_page_lists_exactly_the_reasons_of_the_code() -> None:
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (.+?) \|$", PAGE, flags=re.MULTILINE))
    assert listed == REASONS
