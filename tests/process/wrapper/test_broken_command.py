"""A program that does not run cannot say so: the command's script does, and so does another copy's doctor. [R21]"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from doctor.conftest import around, installation, report
from host_drivers.codex import CodexDriver
from practice_ledger.doctor import program_checks

from ..conftest import SILENT, Installed, RunHook
from . import test_broken_plugin as broken

NAMED: dict[Callable[[Installed], None], tuple[int, str, str]] = {
    broken.without_program: (126, "this plugin has no program for", "program-missing"),
    broken.program_not_executable: (126, "Run: chmod +x", "program-not-executable"),
    broken.without_program_libraries: (126, "does not run (status", "program-broken"),
    broken.program_empty: (126, "does not run (status", "program-broken"),
    broken.program_cut: (126, "does not run (status", "program-broken"),
    broken.program_cut_at_the_end: (126, "does not run (status", "program-broken"),
    broken.program_of_another_machine: (126, "does not run (status", "program-broken"),
    broken.program_for_a_loader_that_is_not_there: (126, "does not run (status", "program-broken"),
    broken.program_for_an_interpreter_that_is_not_there: (126, "does not run (status", "program-broken"),
    broken.program_killed_at_once: (126, "does not run (status 137)", "program-broken"),
    broken.program_killed_while_it_answers: (126, "does not run (status 137)", "program-broken"),
    broken.program_failing_after_it_answered: (126, "does not run (status 2)", "program-broken"),
    broken.program_not_reading: (126, "does not run (status 0)", "program-broken"),
}


def doctor(installed: Installed, project: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/sh", installed.root / "bin" / "practice-ledger", "doctor"],
        cwd=project,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("damage", NAMED, ids=lambda damage: damage.__name__)
def test_doctor_names_a_program_that_does_not_run(
    damage: Callable[[Installed], None], install: Callable[..., Installed], project: Path
) -> None:
    installed = install(real=True)
    damage(installed)
    status, says, finding = NAMED[damage]

    done = doctor(installed, project)

    said = done.stderr.decode(errors="replace")
    assert (done.returncode, done.stdout) == (status, b"")
    assert "practice-ledger: " in said
    assert says in said
    assert said.endswith("Until then its hooks do nothing.\n")
    host = report(installations=(installation(folder=str(installed.root)),))
    assert program_checks.program(around(host), host).finding == finding


@pytest.mark.skipif(sys.platform != "linux", reason="the library is the system's own on Linux only")
def test_doctor_names_a_library_of_the_system_that_cannot_be_loaded(
    install: Callable[..., Installed], run_hook: RunHook, project: Path
) -> None:
    installed = install(real=True)
    (installed.program.parent / "_internal" / "libgcc_s.so.1").touch()

    assert run_hook(installed, "/bin/sh", "SessionStart", CodexDriver().start("a")) == SILENT
    done = doctor(installed, project)

    assert (done.returncode, done.stdout) == (126, b"")
    assert b"libgcc_s.so.1: file too short" in done.stderr
