"""No variable of the environment changes what the frozen program runs: called directly, by its hook wrapper, and by
the wrapper for people. [R13, R21]

What the system's own loader and shell obey (LD_PRELOAD, LD_LIBRARY_PATH, GCONV_PATH, BASH_ENV) is left to the user: it
is obeyed by every program before any of ours runs.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from needed_tools import program_or_skip

from .conftest import Installed

Way = Callable[[Mapping[str, str]], "Traced"]

PLANTED = "(the planted folder)"
PROGRAM = "(the frozen program)"

# Its own name and these are how a frozen program that started itself hands on where its parts lie.
AS_ITS_OWN_CHILD = {"_PYI_ARCHIVE_FILE": PROGRAM, "_PYI_APPLICATION_HOME_DIR": PLANTED, "_MEIPASS2": PLANTED}
ENVIRONMENTS: Mapping[str, Mapping[str, str]] = {
    "nothing": {},
    "older frozen parent": {"_MEIPASS2": PLANTED, "_MEIPASS": PLANTED},
    "its own child, no level": AS_ITS_OWN_CHILD,
    "its own child, level 0": {**AS_ITS_OWN_CHILD, "_PYI_PARENT_PROCESS_LEVEL": "0"},
    "its own child, level 1": {**AS_ITS_OWN_CHILD, "_PYI_PARENT_PROCESS_LEVEL": "1"},
    "child of another": {**AS_ITS_OWN_CHILD, "_PYI_ARCHIVE_FILE": f"{PLANTED}/practice-ledger"},
    "temporary files": {"TMPDIR": PLANTED, "TEMP": PLANTED, "TMP": PLANTED},
    "home of packages": {"HOME": PLANTED, "XDG_CONFIG_HOME": PLANTED, "XDG_DATA_HOME": PLANTED},
    "virtual environment": {"VIRTUAL_ENV": PLANTED, "CONDA_PREFIX": PLANTED, "__PYVENV_LAUNCHER__": PLANTED},
}
# The program refuses to start as a grandchild of itself; the wrappers take its name away.
GRANDCHILD = {**AS_ITS_OWN_CHILD, "_PYI_PARENT_PROCESS_LEVEL": "2"}

# A system call on a name that is relative to the working folder; a shell looks at "." itself.
RELATIVE = re.compile(r'\w+\((?:AT_FDCWD, )?"(?!/|"|\.").*')


class Traced:
    """What a run printed, its status, and the files that it and its children looked for."""

    def __init__(self, done: subprocess.CompletedProcess[bytes], trace: str) -> None:
        self.status, self.stdout, self.stderr, self.trace = done.returncode, done.stdout, done.stderr, trace


@pytest.fixture(scope="module")
def installed(assembled_plugin: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    root = tmp_path_factory.mktemp("installed") / "plugin"
    shutil.copytree(assembled_plugin, root)
    return Installed(root, json.loads((root / "hooks" / "hooks.json").read_text())["hooks"])


@pytest.fixture(scope="module")
def planted(installed: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a working copy of all that the program consists of, and Python modules of the same names."""
    folder = tmp_path_factory.mktemp("elsewhere") / "planted"
    shutil.copytree(installed.program.parent / "_internal", folder)
    shutil.copytree(installed.program.parent, folder, dirs_exist_ok=True)
    for name in ("sitecustomize", "usercustomize", "practice_ledger", "encodings", "os", "pydantic_core"):
        for place in (folder, folder / "python3.11", folder / "lib/python3.11/site-packages"):
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{name}.py").write_text("raise SystemExit('led astray')\n")
    return folder


@pytest.fixture(params=["directly", "by the hook wrapper", "by the wrapper for people"])
def way(request: pytest.FixtureRequest, installed: Installed, planted: Path, project: Path, tmp_path: Path) -> Way:
    """Runs the program in one of its ways with further variables, under the eyes of strace."""
    command = {
        "directly": [str(installed.program), "hook", "codex"],
        "by the hook wrapper": ["/bin/sh", "-c", installed.command("SessionStart")],
        "by the wrapper for people": [str(installed.root / "bin/practice-ledger"), "hook", "codex"],
    }[request.param]
    strace = program_or_skip("strace")

    def run(variables: Mapping[str, str]) -> Traced:
        trace = tmp_path / "trace"
        filled = {
            name: value.replace(PLANTED, str(planted)).replace(PROGRAM, str(installed.program))
            for name, value in variables.items()
        }
        base = {
            "PATH": "/usr/bin:/bin",
            "PLUGIN_ROOT": str(installed.root),
            "PRACTICE_LEDGER_HOME": str(tmp_path / "state"),
        }
        done = subprocess.run(
            [strace, "-qq", "-f", "-e", "trace=%file,%process", "-o", str(trace), *command],
            env=base | filled,
            input=CodexDriver().start("s"),
            cwd=project,
            capture_output=True,
            check=False,
        )
        return Traced(done, trace.read_text(errors="replace"))

    return run


def documents(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "state").glob("conversations/*.json"))


def names_known_to(file: Path, pattern: bytes) -> list[str]:
    """The names of variables that a program or library holds."""
    return sorted({found.decode() for found in re.findall(pattern, file.read_bytes())})


def assert_runs_undisturbed(run: Traced, planted: Path, tmp_path: Path) -> None:
    assert (run.status, run.stdout, run.stderr) == (0, b"", b"")
    assert documents(tmp_path), "the conversation was bound"
    assert RELATIVE.findall(run.trace) == [], "the working folder is the project's"
    settings = f'"{planted}/practice-ledger/settings.toml"'  # which XDG_CONFIG_HOME is there to name
    assert [line for line in run.trace.splitlines() if str(planted) in line and settings not in line] == []


@pytest.mark.parametrize("variables", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_nothing_is_even_looked_for_where_a_variable_points(
    variables: Mapping[str, str], way: Way, planted: Path, tmp_path: Path
) -> None:
    assert_runs_undisturbed(way(variables), planted, tmp_path)


@pytest.mark.parametrize("value", [PLANTED, "1", "no sense"])
def test_no_variable_that_the_interpreter_or_the_bootloader_knows_makes_a_difference(
    value: str, way: Way, installed: Installed, planted: Path, tmp_path: Path
) -> None:
    (library,) = installed.program.parent.glob("_internal/libpython3*.so*")
    names = names_known_to(library, rb"\bPYTHON[A-Z]{3,}\b")
    assert {"PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONHASHSEED"} <= set(names)
    own = names_known_to(installed.program, rb"\b(?:_PYI|PYINSTALLER)_[A-Z_]+\b")
    assert {"_PYI_APPLICATION_HOME_DIR", "_PYI_ARCHIVE_FILE", "_PYI_PARENT_PROCESS_LEVEL"} <= set(own)
    assert_runs_undisturbed(way(dict.fromkeys([*names, *own], value)), planted, tmp_path)


def test_a_grandchild_of_itself_runs_by_the_wrappers_and_nothing_of_others_directly(
    way: Way, planted: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    run = way(GRANDCHILD)
    if request.node.callspec.params["way"] == "directly":
        assert run.status != 0
        assert str(planted) not in run.trace
        assert not documents(tmp_path)
    else:
        assert_runs_undisturbed(run, planted, tmp_path)


def test_the_trace_sees_what_the_loader_is_told_to_load(way: Way, planted: Path) -> None:
    assert str(planted) in way({"LD_LIBRARY_PATH": PLANTED}).trace
