"""Runs, on Windows, what the modules `*_on_windows.py` say of the state and of deadlines there. [R12, R13, R21]"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from one_at_a_time import one_at_a_time
from windows_target.embedded_python import embedded_python

from .conftest import HERE, TREE, environment, path, program_of

MODULES = sorted(file.stem for file in HERE.glob("*_on_windows.py"))
NAMES = [
    node.name
    for module in MODULES
    for node in ast.walk(ast.parse((HERE / f"{module}.py").read_text()))
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]

SECONDS = 240
# Tests that hang are ended by their own Python, which says where.
RUN = (
    f"import faulthandler, unittest; faulthandler.dump_traceback_later({SECONDS}, exit=True); "
    "unittest.main(module=None)"
)


@pytest.fixture(scope="module")
def said(windows: Path, windows_plugin: Path) -> str:
    """What unittest says of each test."""
    variables = {
        "PYTHONPATH": ";".join((path(TREE / "runtime"), path(TREE / "tests"), path(HERE))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PROGRAM": path(program_of(windows_plugin)),
    }
    with one_at_a_time():
        python = embedded_python(Path(sys.executable))  # of an archive that is tested, the build was elsewhere
    done = subprocess.run(
        ["wine", python, "-c", RUN, "-v", *MODULES],
        env=environment(windows, variables),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS + 60,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_on_windows(name: str, said: str) -> None:
    lines = [line for line in said.splitlines() if line.startswith(f"{name} ")]
    assert [line.rpartition(" ")[2] for line in lines] == ["ok"], said
