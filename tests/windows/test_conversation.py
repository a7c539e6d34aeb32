"""A conversation on Windows: state in the user's own place, sealed reads, writers at once. [R12, R13, R23, R24]"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line

from .conftest import Installed, RunHook, RunLine, path, silent

WRITERS = 8


@pytest.fixture
def lore(tmp_path: Path) -> Path:
    """A folder with a lore that is a batch file and answers with one Practice."""
    folder = tmp_path / "lore's folder & more"
    folder.mkdir()
    (folder / "answer.json").write_text(line("a.b", title="T\u00eftle \u8bfb"), encoding="utf-8")
    (folder / "lore.cmd").write_bytes(b'@echo off\r\n>>"%~dp0calls" echo %*\r\ntype "%~dp0answer.json"\r\n')
    return folder


def test_a_sealed_read_is_remembered_below_local_app_data_and_told_to_the_next_child(
    install: Callable[[str], Installed], run_line: RunLine, lore: Path, local_app_data: Path
) -> None:
    installed, host = install("plugin"), CodexDriver()
    variables = {"PLUGIN_ROOT": path(installed.root)}
    start = host.start("a")
    assert run_line(installed.lines["SessionStart"], start, variables) == silent(start)
    assert (local_app_data / "secret").stat().st_size == 32

    caller = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}
    command = f"cmd /d /c {path(installed.root)}\\bin\\practice-ledger.cmd read a.b"
    read = run_line(command, b"", {**caller, "WINEPATH": path(lore)})
    assert read.status == 0
    assert "# T\u00eftle \u8bfb\n" in read.stdout.decode()
    assert (lore / "calls").read_text().split() == ["get", "a.b", "--json"]
    assert read.stderr.startswith(b"practice-ledger-receipt:1:")

    finish = host.finish("a", "c1", "practice-ledger read a.b", (read.stderr + read.stdout).decode())
    assert run_line(installed.lines["PostToolUse"], finish, variables) == silent(finish)
    said = run_line(installed.lines["SubagentStart"], host.child("a", "x"), variables)
    assert "T\u00eftle \u8bfb" in json.loads(said.stdout)["hookSpecificOutput"]["additionalContext"]


def test_the_reading_command_takes_no_lore_of_the_present_folder(
    install: Callable[[str], Installed], run_line: RunLine, project: Path
) -> None:
    (project / "lore.cmd").write_bytes(b"@echo led astray\r\n")

    end = run_line(f"cmd /d /c {path(install('plugin').root)}\\bin\\practice-ledger.cmd read a.b")

    assert (end.status, end.stdout) == (5, b"")
    assert b"lore was not found" in end.stderr


def test_a_lore_that_says_too_much_is_ended(install: Callable[[str], Installed], run_line: RunLine, lore: Path) -> None:
    (lore / "lore.cmd").write_bytes(b'@type "%~dp0answer.json"\r\n')
    (lore / "answer.json").write_bytes(b"x" * (1024 * 1024 + 1))

    end = run_line(
        f"cmd /d /c {path(install('plugin').root)}\\bin\\practice-ledger.cmd read a.b", b"", {"WINEPATH": path(lore)}
    )

    assert (end.status, end.stdout) == (3, b"")
    assert b"was ended: more than 1048576 bytes" in end.stderr


def test_reads_that_end_at_once_are_all_recorded(
    install: Callable[[str], Installed], run_hook: RunHook, state: Path
) -> None:
    installed, host = install("plugin"), CodexDriver()
    start = host.start("a")
    run_hook(installed, "SessionStart", start)
    calls = [("a", f"c{number}", f"lore get many.read-{number} --json") for number in range(WRITERS)]

    def all_at_once(events: list[tuple[str, bytes]]) -> None:
        with ThreadPoolExecutor(WRITERS) as threads:
            ends = list(threads.map(lambda event: run_hook(installed, *event), events))
        assert ends == [silent(payload) for _, payload in events]

    all_at_once([("PreToolUse", host.begin(*call)) for call in calls])
    all_at_once([("PostToolUse", host.finish(*call, line(f"many.read-{number}"))) for number, call in enumerate(calls)])

    (document,) = state.glob("conversations/*.json")
    held = json.loads(document.read_bytes())
    assert sorted(each["practice_id"] for each in held["candidates"]) == [f"many.read-{n}" for n in range(WRITERS)]
    assert held["pending"] == []
    assert list(state.rglob("*.tmp")) == []
