"""Hooks as a host on Windows runs them, under Wine: the lines of hooks.json, verbatim, through CreateProcessW."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from assembling import PLUGIN
from needed_tools import skip_or_fail
from windows_target import wine

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[1]
COMPILER = "x86_64-w64-mingw32-gcc"

# The forms in which the line reaches the system: by itself (what PowerShell makes of it), from a host that hands it to
# cmd, and from one written in Rust, which puts the whole of it in quotes.
FORMS = {"by itself": "{}", "cmd /C": "cmd /C {}", "cmd /C, quoted as Rust does": 'cmd /C "{}"'}


@dataclass(frozen=True)
class WindowsEnd:
    """How a process ended: all 32 bits of its status, and how many bytes of its input it took."""

    status: int
    stdout: bytes
    stderr: bytes
    taken: int


def program_of(plugin: Path) -> Path:
    return plugin / "runtime" / "windows-x64" / "practice-ledger.exe"


def silent(payload: bytes) -> WindowsEnd:
    return WindowsEnd(0, b"", b"", len(payload))


RunLine = Callable[..., WindowsEnd]
RunHook = Callable[..., WindowsEnd]


@dataclass(frozen=True)
class Installed:
    """A plugin directory as Codex has installed it. `lines` are the command lines of its hooks, by event."""

    root: Path
    lines: Mapping[str, str]

    @property
    def program(self) -> Path:
        return program_of(self.root)

    @property
    def wrapper(self) -> Path:
        return self.root / "bin" / "practice-ledger-hook.cmd"


@pytest.fixture(scope="session")
def windows(windows_plugin: Path) -> Iterator[Path]:
    """A running Wine; its drive C as a folder. It is made from that of the build, which is set up by then."""
    for program in ("wine", "wineserver", COMPILER):
        if not shutil.which(program):
            skip_or_fail(f"{program} is not installed")
    prefix = TREE / ".build" / "windows" / "wine-of-tests"
    with wine.running(prefix):
        # Wine 8 lacks this part of Windows, without which nothing written in Rust starts.
        library = prefix / "drive_c" / "windows" / "system32" / "bcryptprimitives.dll"
        compiled(HERE / "bcryptprimitives.c", library, "-shared", "-ladvapi32")
        yield prefix / "drive_c"


@pytest.fixture(scope="session")
def windows_plugin(unpacked_archive: Path | None) -> Path:
    """The plugin for Windows as it is published, built if it is not up to date."""
    if unpacked_archive:
        return unpacked_archive / PLUGIN
    if not shutil.which("wine"):
        skip_or_fail("wine is not installed")
    build = [sys.executable, str(TREE / "build"), "plugin", "--target", "windows-x64"]
    done = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return TREE / "dist" / "marketplace-windows-x64" / PLUGIN


@pytest.fixture(scope="session")
def raw_process(windows: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("programs") / "raw_process.exe"
    compiled(HERE / "raw_process.c", program, "-municode")
    return program


def compiled(source: Path, program: Path, *options: str) -> None:
    program.unlink(missing_ok=True)  # it may be the second name of a file of the build's Wine
    subprocess.run(
        [COMPILER, "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, source, *options],
        check=True,
        stdin=subprocess.DEVNULL,
    )


def path(place: Path) -> str:
    """How a program on Windows names a file of this machine."""
    return str(wine.windows_path(place))


def environment(windows: Path, variables: Mapping[str, str] | None = None) -> dict[str, str]:
    base = {"PATH": os.environ["PATH"], **wine.variables(windows.parent)}
    return {**base, **(variables or {})}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The session's working folder, where hooks run."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def run_line(windows: Path, raw_process: Path, tmp_path: Path, project: Path) -> RunLine:
    """Runs a raw command line to its end: `run_line(line, payload, variables)`."""
    number = iter(range(1000))

    def run(line: str, payload: bytes = b"", variables: Mapping[str, str] | None = None) -> WindowsEnd:
        folder = tmp_path / f"run {next(number)}"
        folder.mkdir()
        (folder / "command").write_text(line, encoding="utf-8")
        (folder / "stdin").write_bytes(payload)
        before = sorted(project.iterdir())
        began = time.monotonic()
        done = subprocess.run(
            ["wine", raw_process, path(folder)],
            env=environment(windows, variables),
            cwd=project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        print(f"{line}\n  {time.monotonic() - began:.1f} s, runner {done.returncode}: {done.stdout!r} {done.stderr!r}")
        assert done.returncode == 0
        assert sorted(project.iterdir()) == before, "a file was left in the project"
        status, taken = (folder / "end").read_text().split()
        said, complained = ((folder / name).read_bytes() for name in ("stdout", "stderr"))
        end = WindowsEnd(int(status, 16), said, complained, int(taken))
        print(f"  of {len(payload)} bytes: {end}")
        return end

    return run


@pytest.fixture
def install(windows_plugin: Path, tmp_path: Path) -> Callable[[str], Installed]:
    """Copies the plugin to a folder of the test's choice."""

    def install(name: str = "plugin") -> Installed:
        root = tmp_path / name
        shutil.copytree(windows_plugin, root)
        hooks = json.loads((root / "hooks" / "hooks.json").read_text())["hooks"]
        return Installed(root, {event: group[0]["hooks"][0]["commandWindows"] for event, group in hooks.items()})

    return install


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    """The state directory. Of a test that fails, what lies in it is shown."""
    folder = tmp_path / "state"
    yield folder
    for file in sorted(folder.rglob("*")):
        content = file.read_bytes() if file.name in ("tally.json", "diagnostics.log") else b""
        print(f"{file.relative_to(folder)}: {file.stat().st_size} bytes {content.decode()}")


@pytest.fixture
def local_app_data(windows: Path) -> Iterator[Path]:
    """The state directory of the user that Wine has."""
    (profile,) = [folder for folder in (windows / "users").iterdir() if folder.name != "Public"]
    place = profile / "AppData" / "Local" / "practice-ledger"
    shutil.rmtree(place, ignore_errors=True)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def run_hook(run_line: RunLine, state: Path) -> RunHook:
    """Runs one hook: `run_hook(installed, event, payload)`, in a form of `FORMS` if one is given."""

    def run(installed: Installed, event: str, payload: bytes, form: str = "{}") -> WindowsEnd:
        variables = {"PLUGIN_ROOT": path(installed.root), "PRACTICE_LEDGER_HOME": path(state)}
        return run_line(form.format(installed.lines[event]), payload, variables)

    return run
