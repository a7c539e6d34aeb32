"""The frozen program runs anywhere, is led astray by nothing, and starts without what makes a frozen Python slow."""

from __future__ import annotations

import marshal
import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pydantic_core
import pytest
from PyInstaller.archive.readers import CArchiveReader  # type: ignore[import-untyped]

import practice_ledger.bounds
from host_drivers.codex import CodexDriver
from lean_modules import Packed, compiled, is_lean
from lorelum_answers import PRACTICE, line
from needed_tools import program_or_skip
from tools_left_out import modules_of_tools

VERSION = f"practice-ledger {practice_ledger.__version__}\n"


@pytest.fixture(scope="module")
def program(assembled_plugin: Path) -> Path:
    (found,) = assembled_plugin.glob("runtime/*/practice-ledger")
    return found


def lean_file(program: Path) -> Path:
    """What a hook starts out of."""
    return program.parent / "_internal" / "lean_modules"


def lean_modules(program: Path) -> Packed:
    found: Packed = marshal.loads(lean_file(program).read_bytes())  # noqa: S302 - what the build has just made
    return found


def archived(program: Path) -> list[str]:
    """The names of the modules that PyInstaller's own importer finds."""
    return list(CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc)


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

    run_at_each_start = {name for name, (*_, kind) in archive.toc.items() if kind in {"s", "m", "M"}}
    assert run_at_each_start == {"frozen_program"}
    assert "ctypes" not in archive.open_embedded_archive("PYZ.pyz").toc


def test_program_holds_the_runtime_and_what_it_depends_on_but_no_tool_of_the_build(program: Path) -> None:
    lean, rest = set(lean_modules(program)), set(archived(program))
    modules = {name.partition(".")[0] for name in rest}

    assert lean.isdisjoint(rest)
    assert {name for name in lean if name.startswith("practice_ledger") and not is_lean(name)} == set()
    assert {name for name in rest if is_lean(name)} == set()
    assert {"practice_ledger.hook", "practice_ledger.reading.read_command"} <= lean
    assert {"practice_ledger", "pydantic", "platformdirs", "rich"} <= modules
    assert modules & {*modules_of_tools(), "ssl"} == set()
    beside = {path.name.partition("-")[0].partition(".")[0] for path in (program.parent / "_internal").iterdir()}
    assert beside & {*modules_of_tools()} == set()
    assert {"pytest", "numpy", "PyInstaller"} <= {*modules_of_tools()}
    assert "rich" not in modules_of_tools()


def test_program_is_no_larger_than_what_a_plugin_may_be(program: Path) -> None:
    assert sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file()) < 32 * 1024 * 1024


def test_program_holds_schemas_compiled_for_the_very_core_it_brings(program: Path) -> None:
    _, code = lean_modules(program)["practice_ledger._compiled"]
    names: dict[str, object] = {}
    exec(marshal.loads(code), names)  # noqa: S102, S302 - what the build has just made

    assert names["PYDANTIC_CORE"] == pydantic_core.__version__
    assert names["SCHEMAS"]


def test_frozen_modules_are_the_same_bytes_in_each_build(tmp_path: Path) -> None:
    sources = {"practice_ledger.bounds": Path(practice_ledger.bounds.__file__), "struct": Path(struct.__file__)}
    elsewhere = {name: Path(shutil.copy(source, tmp_path)) for name, source in sources.items()}

    assert marshal.dumps(compiled(sources)) == marshal.dumps(compiled(elsewhere))


HOST = CodexDriver()
READ = ("a", "c1", f"lore get {PRACTICE} --json")
EVENTS = {
    "a session's start": HOST.start("a"),
    "a read's start": HOST.begin(*READ),
    "a read's end": HOST.finish(*READ, line(title="T\u00eftle")),
    "a child's start": HOST.child("a", "x"),
    "a session's end": HOST.end("a"),
}


def test_hook_loads_nothing_beyond_what_it_needs(program: Path, tmp_path: Path) -> None:
    """zlib, for one, is loaded where PyInstaller's own importer starts, and `datetime` comes out of its archive."""
    strace = program_or_skip("strace")
    trace = tmp_path / "trace"
    command = [strace, "-qq", "-f", "-e", "trace=openat", "-e", "status=successful", "-o", str(trace)]
    environment = {"PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    for name, event in EVENTS.items():
        done = subprocess.run(
            [*command, program, "hook", "codex"], env=environment, input=event, capture_output=True, check=True
        )
        assert (PRACTICE in HOST.told(done.stdout)) == (name == "a child's start"), "the read was recorded"

        opened = [Path(line.split('"')[1]) for line in trace.read_text().splitlines() if " openat(" in line]
        ours = [path.relative_to(program.parent / "_internal") for path in opened if "_internal" in path.parts]
        libraries = {path.name.partition(".")[0] for path in ours if "cpython" in path.name}
        assert libraries - {"_datetime", "unicodedata"} <= {"_json", "_pydantic_core", "fcntl", "_sha256", "_sha2"}
        assert "_pydantic_core" in libraries, "the hook validates"
        assert {path.parts[0] for path in ours if path.suffix == ".pyc"} == {"encodings"}
        assert opened.count(lean_file(program)) == 1


def test_models_validate_where_their_compiled_schemas_are_missing(program: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(program.parent, tmp_path / "copy") / program.name
    modules = lean_modules(copy)
    del modules["practice_ledger._compiled"]
    lean_file(copy).write_bytes(marshal.dumps(modules))
    environment = {"PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    replies = [
        subprocess.run([copy, "hook", "codex"], env=environment, input=event, capture_output=True, check=True).stdout
        for event in EVENTS.values()
    ]

    assert PRACTICE in HOST.told(replies[3])
