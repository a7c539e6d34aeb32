"""Whatever of the plugin is missing or broken, a hook is silent, ends with 0 and reads its input. [R2, R21]"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import FORMS, Installed, RunHook, RunLine, path, silent

# More than a pipe holds, and more than a hook keeps.
LARGE = b'{"tool_input":{"command":"lore get a.b"},"filling":"' + b"x" * 1_100_000 + b'"}'


def without_program(installed: Installed) -> None:
    installed.program.unlink()


def without_programs_folder(installed: Installed) -> None:
    shutil.rmtree(installed.root / "runtime")


def without_libraries(installed: Installed) -> None:
    shutil.rmtree(installed.program.parent / "_internal")


def without_one_library(installed: Installed) -> None:
    (installed.program.parent / "_internal" / "python311.dll").unlink()


def program_empty(installed: Installed) -> None:
    installed.program.write_bytes(b"")


def program_cut(installed: Installed) -> None:
    os.truncate(installed.program, 10_000)


def program_cut_at_the_end(installed: Installed) -> None:
    os.truncate(installed.program, installed.program.stat().st_size - 5_000)


def program_of_another_machine(installed: Installed) -> None:
    content = bytearray(installed.program.read_bytes())
    at = int.from_bytes(content[0x3C:0x40], "little") + 4  # the machine, behind the mark of a PE header
    assert content[at : at + 2] == b"\x64\x86"
    content[at : at + 2] = b"\x64\xaa"
    installed.program.write_bytes(content)


DAMAGES = (
    without_program,
    without_programs_folder,
    without_libraries,
    without_one_library,
    program_empty,
    program_cut,
    program_cut_at_the_end,
    program_of_another_machine,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("payload", [LARGE, b""], ids=["1 MB", "nothing"])
def test_a_broken_plugin_is_silent_and_reads_its_input(
    damage: Callable[[Installed], None], payload: bytes, install: Callable[[str], Installed], run_hook: RunHook
) -> None:
    installed = install("plugin")
    damage(installed)

    assert run_hook(installed, "PostToolUse", payload) == silent(payload)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_plugin_without_its_program_is_silent_in_every_form(
    form: str, install: Callable[[str], Installed], run_hook: RunHook
) -> None:
    installed = install("a & b")
    without_program(installed)

    assert run_hook(installed, "SessionStart", LARGE[:60_000], form) == silent(LARGE[:60_000])


def test_a_program_of_the_project_is_not_taken_for_one_of_windows(
    install: Callable[[str], Installed], run_hook: RunHook, project: Path
) -> None:
    """cmd looks into the present folder first. (Whatever is left there fails the test.)"""
    installed = install("plugin")
    without_program(installed)
    for name in ("find.cmd", "practice-ledger.cmd"):
        (project / name).write_bytes(b"@echo led astray >led-astray\r\n")

    assert run_hook(installed, "SessionStart", b"{}") == silent(b"{}")


def test_the_command_for_people_says_what_is_missing(install: Callable[[str], Installed], run_line: RunLine) -> None:
    installed = install("plugin")
    command = f"cmd /d /c {path(installed.root)}\\bin\\practice-ledger.cmd --version"
    assert run_line(command).status == 0
    without_program(installed)

    end = run_line(command)

    assert (end.status, end.stdout) == (127, b"")
    assert b"is missing." in end.stderr
    assert b"Install the plugin in the form for Windows." in end.stderr
