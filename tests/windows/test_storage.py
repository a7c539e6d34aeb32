"""Runs, on Windows, what the modules `*_on_windows.py` say of the state and of deadlines there. [R12, R13, R21]"""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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
# Into a file: whatever is left running keeps the pipes open, which would be waited for. Tests that hang are ended by
# their own Python, which says where.
RUN = f"""
import faulthandler, sys, unittest
with open(sys.argv.pop(1), "w", buffering=1, encoding="utf-8") as said:
    faulthandler.dump_traceback_later({SECONDS}, exit=True, file=said)
    unittest.main(module=None, testRunner=unittest.TextTestRunner(said, verbosity=2))
"""


@dataclass(frozen=True)
class Run:
    """What unittest said of each test, and the programs that were left running, as their command lines."""

    said: str
    left: tuple[str, ...]


@pytest.fixture(scope="module")
def run(windows: Path, windows_plugin: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    variables = {
        "PYTHONPATH": ";".join((path(TREE / "runtime"), path(TREE / "tests"), path(HERE))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PROGRAM": path(program_of(windows_plugin)),
    }
    with one_at_a_time():
        python = embedded_python(Path(sys.executable))  # of an archive that is tested, the build was elsewhere
    said = tmp_path_factory.mktemp("unittest") / "said"
    subprocess.run(
        ["wine", python, "-c", RUN, path(said), *MODULES],
        env=environment(windows, variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=SECONDS + 60,
        check=False,
    )
    return Run(said.read_text(encoding="utf-8"), _left((path(python), variables["PROGRAM"])))


def _left(programs: tuple[str, ...]) -> tuple[str, ...]:
    """The command lines of these programs that still run after a while, which one that was just ended may need."""
    end = time.monotonic() + 20
    while True:
        lines = [" ".join(line.split("\0")) for line in _command_lines()]
        left = tuple(line for line in lines if any(program in line for program in programs))
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.1)


def _command_lines() -> Iterator[str]:
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            yield file.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize("name", NAMES)
def test_on_windows(name: str, run: Run) -> None:
    lines = [line for line in run.said.splitlines() if line.startswith(f"{name} ")]
    assert [line.rpartition(" ")[2] for line in lines] == ["ok"], run.said


def test_nothing_that_was_started_on_windows_is_left_running(run: Run) -> None:
    assert run.left == ()
