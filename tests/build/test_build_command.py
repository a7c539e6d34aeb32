"""`python3 build` tells newcomers what to do, works from anywhere, and makes nothing twice."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[2]


def run(arguments: Sequence[str | Path], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The build's own code in a tree that has nothing built yet."""
    tree = tmp_path / "a tree"
    shutil.copytree(TREE / "build", tree / "build", ignore=shutil.ignore_patterns("__pycache__"))
    return tree


def simulated(tree: Path, machine: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the build in an interpreter that `machine`, Python code, has made like another one."""
    start = f"import runpy, sys; sys.argv = {['build', *arguments]!r}; {machine}"
    return run(["-c", f"{start}; runpy.run_path('build', run_name='__main__')"], tree)


def test_help_names_every_verb_and_every_exit_status(tmp_path: Path) -> None:
    done = run([TREE / "build", "--help"], tmp_path)

    assert done.returncode == 0
    for word in ("demo", "test", "plugin", "exit status", "  0  ", "  1  ", "  2  ", "  3  ", "  4  ", "130"):
        assert word in done.stdout


@pytest.mark.parametrize(
    "arguments", [[], ["nonsense"], ["plugin", "more"], ["demo", "--fast"], ["plugin", "--target", "amiga"]]
)
def test_wrong_usage_has_a_status_of_its_own(arguments: list[str], tmp_path: Path) -> None:
    done = run([TREE / "build", *arguments], tmp_path)

    assert done.returncode == 2
    assert "usage:" in done.stderr


def test_old_python_is_told_which_one_it_takes(tree: Path) -> None:
    done = simulated(tree, "sys.version_info = (3, 9, 0)", "plugin")

    assert done.returncode == 3
    assert "this is Python 3.9" in done.stderr
    assert "Python 3.11 or newer" in done.stderr


def test_main_file_uses_no_syntax_that_an_old_python_could_not_read() -> None:
    source = (TREE / "build" / "__main__.py").read_text(encoding="utf-8")

    found = {type(node) for node in ast.walk(ast.parse(source))}
    assert found.isdisjoint(
        {ast.JoinedStr, ast.NamedExpr, ast.Match, ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef}
    )


def test_python_without_ensurepip_is_told_the_package_to_install(tree: Path) -> None:
    done = simulated(tree, "sys.modules['ensurepip'] = None", "plugin")

    assert done.returncode == 3
    assert "ensurepip" in done.stderr
    assert "python3-venv" in done.stderr


def test_machine_without_wine_is_told_what_to_install_for_windows(tree: Path) -> None:
    done = simulated(tree, "import os; os.environ['PATH'] = ''", "plugin", "--target", "windows-x64")

    assert done.returncode == 3
    assert "Wine is missing" in done.stderr
    assert "apt-get install -y --no-install-recommends wine wine64" in done.stderr


def test_package_that_differs_from_its_pinned_hash_is_refused(tree: Path) -> None:
    runtime = tree / "build" / "requirements" / "runtime.txt"
    runtime.write_text("filelock==4.3.1 --hash=sha256:" + "0" * 64 + "\n")
    (tree / "build" / "requirements" / "dev.txt").write_text("")

    done = run([tree / "build", "plugin"], tree)

    assert done.returncode == 3
    assert "pip failed" in done.stderr
    assert str(tree / ".build" / "logs" / "pip.txt") in done.stderr
    assert "next:" in done.stderr
    assert run([tree / "build", "plugin"], tree).returncode == 3, "half an environment was taken for a whole one"


def test_second_build_makes_nothing_again(assembled_marketplace: Path, tmp_path: Path) -> None:
    before = assembled_marketplace.stat()

    done = run([TREE / "build", "plugin"], tmp_path)

    assert done.returncode == 0
    assert "freezing" not in done.stdout
    assert assembled_marketplace.stat() == before


def test_nothing_generated_appears_in_the_source_tree(assembled_marketplace: Path) -> None:
    assert assembled_marketplace.is_dir()
    assert not (TREE / "runtime" / "practice_ledger" / "_compiled.py").exists()
