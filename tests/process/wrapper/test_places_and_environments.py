"""Hooks work wherever the plugin lies and whatever is in the environment. [R13, R21]"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ..conftest import READ, SILENT, Installed, RunHook

ODD_NAMES = (
    "with space",
    "quote's",
    'double"quote',
    "a&b;c|d",
    "(x) [y] {z}",
    "%PATH%",
    "$HOME ${x} $(touch ran)",
    "`touch ran`",
    "back\\slash",
    "star*?",
    "-dash",
    "!bang",
    "#hash ~tilde",
    "\u00fcml\u00e4ut \u8bfb \U0001f4d6",
    "line\nbreak",
)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_hook_answers_from_any_folder(
    name: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install(name)

    end = run_hook(installed, shell, "SubagentStart", READ)

    assert (end.status, end.stdout, end.stderr) == (0, b"reply\n", b"")
    assert installed.received() == READ


PROGRAM = "(the installed program)"

ENVIRONMENTS: Mapping[str, Mapping[str, str]] = {
    "empty": {},
    "PATH empty": {"PATH": "", "HOME": "/nonexistent"},
    "PATH of the system only": {"PATH": "/usr/bin:/bin"},
    "PATH of nothing": {"PATH": "/nonexistent"},
    "PATH with the project first": {"PATH": ".:/usr/bin:/bin"},
    "locale that does not exist": {"LANG": "xx_YY.NONE"},
    "names of a frozen parent": {
        "_MEIPASS2": "/nonexistent",
        "_PYI_ARCHIVE_FILE": PROGRAM,
        "_PYI_APPLICATION_HOME_DIR": "/nonexistent",
        "_PYI_PARENT_PROCESS_LEVEL": "2",
    },
    "libraries of others": {"LD_LIBRARY_PATH": "/nonexistent"},
    "names that lead a Python elsewhere": {
        "PYTHONHOME": "/nonexistent",
        "PYTHONPATH": "/nonexistent",
        "PYTHONINSPECT": "1",
        "PYTHONVERBOSE": "1",
        "PYTHONMALLOC": "debug",
    },
    "sh options": {"ENV": "/nonexistent", "POSIXLY_CORRECT": "1", "IFS": "/"},
}


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
def test_real_program_binds_the_conversation_in_any_environment(
    environment: Mapping[str, str], shell: str, install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    start = (
        b'{"session_id":"s","transcript_path":"/t","cwd":"/","hook_event_name":"SessionStart","model":"m",'
        b'"permission_mode":"default","source":"startup"}'
    )

    installed = install(real=True)
    names = {name: value.replace(PROGRAM, str(installed.program)) for name, value in environment.items()}

    end = run_hook(installed, shell, "SessionStart", start, {**names, "PRACTICE_LEDGER_HOME": str(state)})

    assert end == SILENT
    assert any(file.is_file() and file.stat().st_size for file in state.rglob("*"))


@pytest.mark.parametrize("path", ["", ".", ".:/usr/bin:/bin", ":"])
def test_programs_of_the_project_are_not_run(
    path: str, shell: str, install: Callable[..., Installed], run_hook: RunHook, project: Path
) -> None:
    installed = install()
    for name in ("cat", "uname", "sh", "practice-ledger"):
        (project / name).write_text('#!/bin/sh\n: >"$0.ran"\n')
        (project / name).chmod(0o755)

    assert run_hook(installed, shell, "SessionStart", READ, {"PATH": path}).stdout == b"reply\n"
    installed.wrapper.unlink()
    assert run_hook(installed, shell, "SessionStart", READ, {"PATH": path}) == SILENT
    assert sorted(file.name for file in project.iterdir()) == ["cat", "practice-ledger", "sh", "uname"]


def test_hooks_write_nothing_into_the_plugin(
    shell: str, install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path
) -> None:
    installed = install(real=True)
    before = _snapshot(installed.root)

    for event in ("SessionStart", "PreToolUse", "PostToolUse", "SubagentStart", "SessionEnd"):
        run_hook(installed, shell, event, READ, {"PRACTICE_LEDGER_HOME": str(tmp_path / "state")})

    assert _snapshot(installed.root) == before


def _snapshot(root: Path) -> list[tuple[str, int, int]]:
    return sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in root.rglob("*"))


@pytest.mark.parametrize("name", ["payload", "reply", "rest", "platform"])
def test_no_variable_of_the_callers_hands_the_payload_to_other_programs(
    name: str, shell: str, install: Callable[..., Installed], run_hook: RunHook
) -> None:
    installed = install()
    installed.replace_program('#!/bin/sh\ncat >/dev/null\nenv >"${0%/*}/received"\n')

    assert (
        run_hook(installed, shell, "SessionStart", READ + b" " * 300_000, {"PATH": "/usr/bin:/bin", name: "x"})
        == SILENT
    )
    received = installed.received()
    assert received is not None
    assert b"lore get" not in received


@pytest.mark.parametrize("files", [*range(5, 13), 1024])
def test_a_limit_of_open_files_fails_no_hook(files: int, shell: str, install: Callable[..., Installed]) -> None:
    installed = install(real=True)
    for event in ("PreToolUse", "SessionEnd"):
        done = subprocess.run(
            [shell, "-c", f"ulimit -n {files}; {installed.command(event)}"],
            input=READ,
            env={"PLUGIN_ROOT": str(installed.root), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, b"")
