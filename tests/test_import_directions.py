"""Data flows one way through the package, and knowledge stays where it belongs. [R3, R7]"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import practice_ledger

PACKAGE = Path(practice_ledger.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))

# Each part of the package, and the parts that it may import besides itself and the ground that all stand on.
GROUND = {
    "",
    "absolute_path",
    "bounds",
    "refusals",
    "digests",
    "deadline",
    "strict_json",
    "validation",
    "child_environment",
    "foreign_files",
    "other_programs",
    "search_path",
    "windows_programs",
}
MAY_IMPORT = {
    "contract": set(),
    "lorelum": {"contract"},
    "proof": {"contract", "lorelum"},
    "sealing": {"contract", "proof"},
    "storage": set(),
    "settings": {"storage"},
    "ledger": {"contract", "storage"},
    "hint": {"contract", "lorelum"},
    "hook_run": {"contract", "ledger", "storage"},
    "hosts": {"contract", "lorelum", "proof", "sealing", "hint", "hook_run"},
    "hook": {"hook_run", "settings"},
    "reading": {"contract", "lorelum", "hint", "sealing", "hosts", "ledger", "storage", "settings"},
    "doctor": {"contract", "lorelum", "reading", "hosts", "ledger", "storage", "settings"},
    "commands": {"contract", "lorelum", "hint", "reading", "hosts", "ledger", "storage", "settings", "doctor", "hook"},
    "__main__": {"hook", "reading", "commands"},
    "schema_compiler": {"hosts"},
}
HOSTS_OWN_WORDS = ("codex", "sessionstart", "pretooluse", "posttooluse", "subagentstart", "transcript", "tool_use_id")
LORELUMS_OWN_WORDS = (
    "packroot",
    "contentdigest",
    "packname",
    "--json",
    "--no-project",
    "lorelum_host",
    "protocolversion",
)


def part(module: Path) -> str:
    return module.parts[0].removesuffix(".py").replace("__init__", "")


def imported(module: Path) -> Iterator[str]:
    """The parts of the package that a module imports, for type checks too."""
    for node in ast.walk(ast.parse((PACKAGE / module).read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] == "practice_ledger":
                first = [*name.split("."), ""][1]
                yield first if (PACKAGE / first).is_dir() or (PACKAGE / f"{first}.py").exists() else ""


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_imports_only_what_lies_before_it(module: Path) -> None:
    own = part(module)
    allowed = GROUND if own in GROUND else GROUND | {own} | MAY_IMPORT[own]
    assert set(imported(module)) <= allowed


@pytest.mark.parametrize("module", [path for path in MODULES if part(path) != "hosts"], ids=str)
def test_only_its_adapter_knows_a_host(module: Path) -> None:
    text = (PACKAGE / module).read_text().lower()
    assert [word for word in HOSTS_OWN_WORDS if word in text] == []


@pytest.mark.parametrize("module", [path for path in MODULES if part(path) not in ("lorelum", "refusals")], ids=str)
def test_only_one_package_knows_lorelums_own_words(module: Path) -> None:
    text = (PACKAGE / module).read_text()
    ours_too = {"--json"} if part(module) == "commands" else set()
    assert [word for word in LORELUMS_OWN_WORDS if word in text and word not in ours_too] == []


def test_no_host_imports_another() -> None:
    for module in MODULES:
        if part(module) == "hosts" and len(module.parts) > 2:
            text = (PACKAGE / module).read_text()
            others = {path.name for path in (PACKAGE / "hosts").iterdir() if path.is_dir()} - {module.parts[1]}
            assert not [other for other in others if f"hosts.{other}" in text]


def test_verified_values_are_made_by_adapters_only() -> None:
    """A fact that something was verified is the possession of one of these values. [R7]"""
    source = ast.parse((PACKAGE / "contract/verified.py").read_text())
    verified = {node.name for node in source.body if isinstance(node, ast.ClassDef)}
    assert {"OpenedRoot", "BegunCall", "FinishedCall", "StartedChild"} <= verified
    makers = set()
    for module in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / module).read_text())):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", None)
                if name in verified:
                    makers.add(part(module))
    assert makers == {"hosts"}


def test_verified_values_are_passed_around_under_their_own_names() -> None:
    """Nobody hides a constructor behind another name."""
    for module in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / module).read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "practice_ledger.contract.verified":
                assert all(alias.asname is None for alias in node.names)
