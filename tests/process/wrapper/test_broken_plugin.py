"""Whatever is broken, a hook ends with status 0, says nothing, reads its input and leaves no file behind. [R2, R21]"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ..conftest import OTHER_EVENTS, READ, SILENT, TOOL_EVENTS, Installed, RunHook

EVENTS = (*TOOL_EVENTS, *OTHER_EVENTS)

# More than a pipe holds, so that input which nobody reads is noticed.
LARGE = json.dumps({"tool_input": {"command": "lore get a.b"}, "filling": "x" * 300_000}).encode()


def gone(installed: Installed) -> None:
    shutil.rmtree(installed.root)


def without_wrapper(installed: Installed) -> None:
    installed.wrapper.unlink()


def wrapper_cut_in_the_middle(installed: Installed) -> None:
    content = installed.wrapper.read_bytes()
    installed.wrapper.write_bytes(content[: len(content) // 2])


def without_program(installed: Installed) -> None:
    for program in (installed.root / "runtime").iterdir():
        shutil.rmtree(program)


def without_program_libraries(installed: Installed) -> None:
    shutil.rmtree(installed.program.parent / "_internal")


def program_not_executable(installed: Installed) -> None:
    installed.program.chmod(0o644)


def program_empty(installed: Installed) -> None:
    installed.replace_program(b"")


def program_cut(installed: Installed) -> None:
    os.truncate(installed.program, 10_000)


def program_of_another_machine(installed: Installed) -> None:
    with installed.program.open("r+b") as file:
        file.seek(18)  # e_machine of an ELF header
        file.write(b"\xf7\0")


def program_cut_at_the_end(installed: Installed) -> None:
    os.truncate(installed.program, installed.program.stat().st_size - 5_000)


def program_for_a_loader_that_is_not_there(installed: Installed) -> None:
    content = installed.program.read_bytes()
    loader = content[content.index(b"/ld-linux-") : content.index(b".so", content.index(b"/ld-linux-"))]
    installed.replace_program(content.replace(loader, b"/" + b"x" * (len(loader) - 1)))


def program_for_an_interpreter_that_is_not_there(installed: Installed) -> None:
    installed.replace_program("#!/nonexistent/sh\n")


def program_killed_at_once(installed: Installed) -> None:
    installed.replace_program("#!/bin/sh\nkill -9 $$\n")


def program_killed_while_it_answers(installed: Installed) -> None:
    installed.replace_program("#!/bin/sh\necho '{\"half\":'\nkill -9 $$\n")


def program_failing_after_it_answered(installed: Installed) -> None:
    installed.replace_program("#!/bin/sh\necho '{}'\necho trouble >&2\nexit 2\n")


def program_not_reading(installed: Installed) -> None:
    installed.replace_program("#!/bin/sh\nexit 0\n")


DAMAGES = (
    gone,
    without_wrapper,
    wrapper_cut_in_the_middle,
    without_program,
    without_program_libraries,
    program_not_executable,
    program_empty,
    program_cut,
    program_cut_at_the_end,
    program_of_another_machine,
    program_for_a_loader_that_is_not_there,
    program_for_an_interpreter_that_is_not_there,
    program_killed_at_once,
    program_killed_while_it_answers,
    program_failing_after_it_answered,
    program_not_reading,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_broken_plugin_is_silent_and_reads_its_input(
    damage: Callable[[Installed], None], shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install(real=True)
    damage(installed)

    ends = {event: run_hook(installed, shell, event, LARGE) for event in EVENTS}
    assert ends == dict.fromkeys(EVENTS, SILENT)


def test_plugin_for_another_machine_is_silent(install: Callable[..., Installed], run_hook: RunHook, shell: str) -> None:
    installed = install()
    other = installed.program.parent.rename(installed.root / "runtime" / "plan9-x64")

    assert run_hook(installed, shell, "SessionStart", READ) == SILENT
    assert not (other / "received").exists()


def test_plugin_that_lost_all_executable_bits_but_the_programs_still_answers(
    install: Callable[..., Installed], run_hook: RunHook, shell: str
) -> None:
    installed = install()
    for script in (installed.root / "bin").iterdir():
        script.chmod(0o644)

    assert run_hook(installed, shell, "SessionStart", READ).stdout == b"reply\n"


def test_update_that_replaces_the_wrapper_meanwhile_does_not_mix_two_versions(
    install: Callable[..., Installed], sh: Path
) -> None:
    installed = install()
    installed.replace_program(
        f'#!/bin/sh\ncat >/dev/null\nyes "echo mixed" | head -c 20000 >"{installed.wrapper}"\necho reply\n'
    )

    done = subprocess.run([sh, installed.wrapper], input=READ, capture_output=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, b"reply\n", b"")
