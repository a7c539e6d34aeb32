"""docs/reliability.md names tests that exist, and every test of faults. [R12]"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]
PAGE = (TREE / "docs/reliability.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", PAGE)))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_each_test_that_the_page_names_exists(file: str, name: str) -> None:
    defined = {
        node.name for node in ast.walk(ast.parse((TREE / file).read_text())) if isinstance(node, ast.FunctionDef)
    }
    assert not name or name in defined


def test_the_page_names_every_module_of_tests_of_faults() -> None:
    modules = {f"tests/faults/{path.name}" for path in Path(__file__).parent.glob("test_*.py")}
    assert modules - {file for file, _ in NAMED} == {f"tests/faults/{Path(__file__).name}"}
