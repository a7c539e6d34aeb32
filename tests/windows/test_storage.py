"""Runs, on Windows, what `storage_on_windows.py` says of files, folders, locks and deadlines there. [R12, R13]"""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from .conftest import HERE, TREE, environment, path

NAMES = [
    node.name
    for node in ast.walk(ast.parse((HERE / "storage_on_windows.py").read_text()))
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]
PYTHON = TREE / ".build" / "windows" / "python" / "python.exe"


@pytest.fixture(scope="module")
def said(windows: Path, windows_plugin: Path) -> str:
    """What unittest says of each test."""
    modules = ";".join((path(TREE / "runtime"), path(HERE)))
    done = subprocess.run(
        ["wine", PYTHON, "-m", "unittest", "-v", "storage_on_windows"],
        env=environment(windows, {"PYTHONPATH": modules, "PYTHONDONTWRITEBYTECODE": "1"}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_on_windows(name: str, said: str) -> None:
    lines = [line for line in said.splitlines() if line.startswith(f"{name} ")]
    assert [line.rpartition(" ")[2] for line in lines] == ["ok"], said
