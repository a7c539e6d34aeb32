"""Folders that nothing can be written to, or nothing be run from. [R2, R13, R21]"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from doctor.conftest import around, installation, report, told
from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from needed_tools import program_or_skip, skip_or_fail
from practice_ledger.doctor import program_checks

from .conftest import OTHER_EVENTS, READ, SILENT, TOOL_EVENTS, Installed, RunHook

COMMAND = f"lore get {PRACTICE} --json"


@pytest.fixture
def remounted(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """Puts the folder `mounted` of the test on a file system of its own; what it is called with are mount options."""
    folder = tmp_path / "mounted"
    folder.mkdir()
    done = subprocess.run(
        [program_or_skip("mount"), "-t", "tmpfs", "-o", "mode=755", "tmpfs", folder], capture_output=True, check=False
    )
    if done.returncode:
        skip_or_fail(f"a file system cannot be mounted here: {done.stderr.decode()}")

    def remount(options: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{options}", folder], check=True)

    yield remount
    subprocess.run(["umount", "--lazy", folder], check=True)


def chain() -> list[tuple[str, bytes]]:
    host = CodexDriver()
    return [
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin("a", "call", COMMAND)),
        ("PostToolUse", host.finish("a", "call", COMMAND, line())),
        ("SubagentStart", host.child("a", "agent")),
        ("SessionEnd", host.end("a")),
    ]


def test_hooks_need_no_home_and_no_folder_for_temporary_files(
    remounted: Callable[[str], None], install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path
) -> None:
    remounted("ro,noexec")
    read_only = str(tmp_path / "mounted")
    installed = install(real=True)
    environment = {"HOME": read_only, "TMPDIR": read_only, "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}

    ends = {event: run_hook(installed, "/bin/sh", event, payload, environment) for event, payload in chain()}

    hint = ends.pop("SubagentStart")
    assert ends == dict.fromkeys(ends, SILENT)
    assert PRACTICE in CodexDriver().told(hint.stdout)
    assert (hint.status, hint.stderr) == (0, b"")


def test_a_home_that_is_read_only_costs_what_would_be_remembered_and_fails_no_hook(
    remounted: Callable[[str], None], install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path
) -> None:
    remounted("ro,noexec")
    installed = install(real=True)

    for event, payload in chain():
        assert run_hook(installed, "/bin/sh", event, payload, {"HOME": str(tmp_path / "mounted")}) == SILENT


def test_a_plugin_where_nothing_may_be_run_is_silent_and_named(
    remounted: Callable[[str], None], install: Callable[..., Installed], run_hook: RunHook, shell: str
) -> None:
    installed = install("mounted/plugin", real=True)
    remounted("noexec")

    for event in (*TOOL_EVENTS, *OTHER_EVENTS):
        assert run_hook(installed, shell, event, READ) == SILENT
    command = subprocess.run(
        ["/bin/sh", installed.root / "bin" / "practice-ledger", "doctor"], capture_output=True, text=True, check=False
    )
    assert (command.returncode, command.stdout) == (126, "")
    assert "its folder is mounted noexec" in command.stderr
    host = report(installations=(installation(folder=str(installed.root)),))
    check = program_checks.program(around(host), host)
    assert check.finding == "program-broken"
    assert "Permission denied" in told(check)
