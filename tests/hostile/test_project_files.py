"""No file of the project is run or read by the program, whatever its name and wherever PATH leads. [R13, R23]"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver

PROGRAMS = ("uname", "readlink", "dirname", "cat", "sh", "env", "printf", "lore", "practice-ledger", "python3")
MODULES = ("sitecustomize", "usercustomize", "practice_ledger", "pydantic", "json", "os", "encodings", "argparse")
SETTINGS = (".env", "practice-ledger.toml", "practice-ledger.json", ".practice-ledger", "pyproject.toml", "pyvenv.cfg")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that brings its own programs, modules and settings."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in PROGRAMS:
        (folder / name).write_text('#!/bin/sh\n: >"$0.ran"\necho Linux x86_64\n')
        (folder / name).chmod(0o755)
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open('{name}.ran', 'w')\n")
    for name in SETTINGS:
        (folder / name).write_text('home = "."\nPRACTICE_LEDGER_HOME = "."\n')
    return folder


def run(
    command: list[str | Path], project: Path, path: str, payload: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    before = sorted(project.rglob("*"))
    environment = {"PATH": path, "PRACTICE_LEDGER_HOME": str(project.parent / "state"), "HOME": str(project.parent)}
    done = subprocess.run(command, input=payload, cwd=project, env=environment, capture_output=True, check=False)
    assert sorted(project.rglob("*")) == before, "something of the project ran, or something was left there"
    return done


PATHS = pytest.mark.parametrize("path", ["", ".", ":", ".:/usr/bin:/bin", ":/usr/bin:/bin", "/nonexistent::./"])


@PATHS
@pytest.mark.parametrize("called", ["by its path", "by a link", "by a relative link"])
def test_the_command_runs_nothing_of_the_project(
    called: str, path: str, assembled_plugin: Path, project: Path, tmp_path: Path
) -> None:
    wrapper = assembled_plugin / "bin/practice-ledger"
    if called in ("by a link", "by a relative link"):
        shutil.copytree(assembled_plugin, tmp_path / "plugin")
        target = Path("plugin/bin") if called == "by a relative link" else tmp_path / "plugin/bin"
        wrapper = tmp_path / "link"
        wrapper.symlink_to(target / "practice-ledger")
    done = run(["/bin/sh", wrapper, "--version"], project, path)
    assert (done.returncode, done.stdout) == (0, f"practice-ledger {practice_ledger.__version__}\n".encode())
    assert run([wrapper, "read", "a.b"], project, path).returncode == 5, "no lore in an absolute folder"


@PATHS
def test_a_hook_runs_and_reads_nothing_of_the_project(path: str, assembled_plugin: Path, project: Path) -> None:
    wrappers = assembled_plugin / "bin"
    for command in ([wrappers / "practice-ledger-hook"], [wrappers / "practice-ledger", "hook", "codex"]):
        assert run(["/bin/sh", *command], project, path, CodexDriver().start("s")).returncode == 0
    documents = list((project.parent / "state/conversations").iterdir())
    assert [json.loads(document.read_text())["version"] for document in documents] == [1]
