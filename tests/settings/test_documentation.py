"""docs/settings.md says what the code says: every key with its numbers, every environment variable."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import practice_ledger
from practice_ledger import bounds
from practice_ledger.settings.problems import SWITCHES, problems_in, unit
from practice_ledger.settings.settings_models import SettingsFile

TREE = Path(__file__).parents[2]
PACKAGE = Path(practice_ledger.__file__).parent
PAGE = (TREE / "docs/settings.md").read_text(encoding="utf-8")
BEFORE, _, VARIABLES = PAGE.partition("## Environment variables")


def test_the_table_of_switches_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| .+ \|$", BEFORE, flags=re.MULTILINE)
    assert [name for name, _ in rows] == list(SWITCHES)
    assert {name: default == "true" for name, default in rows} == {
        name: SettingsFile.model_fields[name].default for name in SWITCHES
    }


def test_the_table_of_bounds_is_that_of_the_code() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| ([\d.]+) \| (\w*) ?\| .+ \|$", BEFORE, flags=re.MULTILINE)
    assert [(name, float(default), float(least), unit_) for name, default, least, unit_ in rows] == [
        (name.lower(), bounds.CEILINGS[name], least, unit(name)) for name, least in bounds.LEAST.items()
    ]


def test_the_page_names_how_much_is_read() -> None:
    assert f"The most that is read is {bounds.SETTINGS_BYTES} bytes." in BEFORE


def test_the_example_is_a_valid_file() -> None:
    (example,) = re.findall(r"```toml\n(.+?)```", PAGE, flags=re.DOTALL)
    assert problems_in("x", example.encode()) == []


def _looked_up(tree: ast.Module, module: str) -> Iterator[str]:
    """The names that a module looks up in an environment, and those that it keeps for that."""
    for node in ast.walk(tree):
        place, name = None, None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            place, name = (node.func.value, node.args[0]) if node.func.attr in ("get", "pop") else (None, None)
        elif isinstance(node, ast.Subscript):
            place, name = node.value, node.slice
        if place is None or name is None or not re.search(r"environ(ment)?$|^variables$", ast.unparse(place)):
            continue
        if isinstance(name, ast.Constant):
            yield str(name.value)
        elif isinstance(name, ast.Name):
            found = getattr(import_module(module), name.id, None)  # a variable of a loop is none of the module's
            if isinstance(found, str):
                yield found


def _modules() -> Iterator[tuple[ast.Module, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name not in ("__main__.py", "_compiled.py"):
            dotted = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
            yield ast.parse(path.read_text()), dotted.removesuffix(".__init__")


def _of_the_wrappers() -> set[str]:
    texts = [path.read_text() for path in [*(TREE / "plugin/bin").iterdir(), TREE / "plugin/hooks/hooks.json"]]
    return {name for text in texts for name in re.findall(r"\$\{?([A-Z][A-Z_]+)", text)}


def test_the_table_of_environment_variables_is_that_of_the_code() -> None:
    listed = re.findall(r"^\| (`.+?`) \| ", VARIABLES, flags=re.MULTILINE)
    named = {name.strip("`") for row in listed for name in row.split(", ")}
    used = {name for tree, module in _modules() for name in _looked_up(tree, module)} | _of_the_wrappers()
    assert named == used


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import os\nos.environ.get('A')", ["A"]),
        ("os.environ['A']", ["A"]),
        ("environment.pop('A', None)", ["A"]),
        ("surroundings.environment.get('A', '')", ["A"]),
        ("variables.get('A')", ["A"]),
        ("other.get('A')", []),
        ("environment.items()", []),
    ],
)
def test_a_look_up_is_recognised(source: str, names: list[str]) -> None:
    assert list(_looked_up(ast.parse(source), "practice_ledger")) == names
