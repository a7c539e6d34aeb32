"""The frozen program runs anywhere, is led astray by nothing, and starts without what makes a frozen Python slow."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pydantic_core
import pytest
from PyInstaller.archive.readers import CArchiveReader  # type: ignore[import-untyped]

import practice_ledger

VERSION = f"practice-ledger {practice_ledger.__version__}\n"
START = {
    "session_id": "s",
    "transcript_path": "/t",
    "cwd": "/",
    "hook_event_name": "SessionStart",
    "model": "m",
    "permission_mode": "default",
    "source": "startup",
}


@pytest.fixture(scope="module")
def program(assembled_plugin: Path) -> Path:
    (found,) = assembled_plugin.glob("runtime/*/practice-ledger")
    return found


def output(program: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run([program, *arguments], env=environment or {}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_program_runs_from_a_read_only_copy_in_an_odd_place_with_an_empty_environment(
    program: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "an odd 'place' \u8bfb & $x"
    shutil.copytree(program.parent, folder)
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() or path.name == "practice-ledger" else 0o444)
    before = sorted(folder.rglob("*"))

    assert output(folder / "practice-ledger", "--version") == VERSION
    assert sorted(folder.rglob("*")) == before
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)


def test_no_python_variable_reaches_the_program(program: Path, tmp_path: Path) -> None:
    for name in ("sitecustomize", "usercustomize", "practice_ledger", "encodings", "os"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('led astray')\n")
    variables = {
        "PYTHONPATH": str(tmp_path),
        "PYTHONHOME": str(tmp_path),
        "PYTHONSTARTUP": str(tmp_path / "os.py"),
        "PYTHONPLATLIBDIR": str(tmp_path),
        "PYTHONINSPECT": "1",
        "PYTHONVERBOSE": "1",
        "PYTHONWARNINGS": "error",
        "PYTHONBREAKPOINT": "os.abort",
    }

    assert output(program, "--version", environment=variables) == VERSION


def test_program_starts_without_start_up_hooks_and_without_ctypes(program: Path) -> None:
    """`inspect` and `pkgutil` cost two thirds of a start; ctypes is imported at every start if it is there."""
    archive = CArchiveReader(str(program))

    assert [name for name in archive.toc if name.startswith("pyi_rth_")] == []
    assert "ctypes" not in archive.open_embedded_archive("PYZ.pyz").toc


def test_program_holds_the_runtime_and_what_it_depends_on_but_no_tool_of_the_build(program: Path) -> None:
    modules = {name.partition(".")[0] for name in CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc}

    assert {"practice_ledger", "pydantic", "platformdirs"} <= modules
    assert (
        modules & {"pytest", "_pytest", "mypy", "hypothesis", "PyInstaller", "setuptools", "pip", "yaml", "ssl"}
        == set()
    )


def test_program_holds_schemas_compiled_for_the_very_core_it_brings(program: Path) -> None:
    compiled = CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").extract("practice_ledger._compiled")
    names: dict[str, object] = {}
    exec(compiled, names)  # noqa: S102 - what the build has just made

    assert names["PYDANTIC_CORE"] == pydantic_core.__version__
    assert names["SCHEMAS"]


def test_hook_loads_no_extension_module_beyond_those_it_needs(program: Path, tmp_path: Path) -> None:
    strace = shutil.which("strace")
    if not strace:
        if os.environ.get("CI"):
            pytest.fail("strace is not installed")
        pytest.skip("strace is not installed")
    trace = tmp_path / "trace"
    command = [strace, "-qq", "-f", "-e", "trace=openat", "-e", "status=successful", "-o", str(trace)]
    environment = {"PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    subprocess.run([*command, program, "hook", "codex"], env=environment, input=json.dumps(START).encode(), check=True)

    opened = [Path(line.split('"')[1]) for line in trace.read_text().splitlines() if '.so"' in line]
    loaded = {path.name.partition(".")[0] for path in opened if "_internal" in path.parts and "cpython" in path.name}
    by_pyinstaller, by_pydantic_core = {"_struct", "zlib"}, {"_datetime", "math"}
    assert loaded - by_pyinstaller - by_pydantic_core <= {"_json", "_pydantic_core", "fcntl", "_sha256", "_sha2"}
    assert "_pydantic_core" in loaded, "the hook validates"
