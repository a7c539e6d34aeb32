"""A person's commands out of the installed plugin. (`commands_on_windows.py` has the rest of them.) [R4, R10, R13]"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line

from .conftest import Installed, RunHook, RunLine, path, silent

READ = ("a", "c1", "lore get a.b --json")
TITLE = "T\u00eftle \u8bfb"

Command = Callable[..., str]


@pytest.fixture
def installed(install: Callable[[str], Installed]) -> Installed:
    return install("plugin")


@pytest.fixture
def command(installed: Installed, run_line: RunLine, state: Path) -> Command:
    """What a command prints that ends well: `command(words)`, in a code page if one is given."""

    def command(words: str, page: int = 0, variables: dict[str, str] | None = None) -> str:
        first = f"chcp {page} >nul & " if page else ""
        program = f"{path(installed.root)}\\bin\\practice-ledger.cmd"
        places = {"PRACTICE_LEDGER_HOME": path(state)} if variables is None else variables
        end = run_line(f"cmd /d /c {first}{program} {words}", b"", places)
        assert (end.status, end.stderr) == (0, b""), words
        assert b"\r" not in end.stdout
        return end.stdout.decode()

    return command


@pytest.fixture
def one_read(installed: Installed, run_hook: RunHook) -> CodexDriver:
    """Codex with one conversation, whose root has read one Practice."""
    host = CodexDriver()
    for event, payload in (
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*READ)),
        ("PostToolUse", host.finish(*READ, line("a.b", title=TITLE))),
    ):
        assert run_hook(installed, event, payload) == silent(payload)
    return host


def test_what_is_remembered_is_listed_shown_in_any_code_page_and_removed(
    one_read: CodexDriver, command: Command, state: Path
) -> None:
    (conversation,) = json.loads(command("list --json"))["result"]["conversations"]
    assert conversation["candidates"] == 1
    for page in (437, 65001):
        assert TITLE in command(f"show {conversation['handle']}", page=page)
    command("purge --yes")
    assert not state.exists()


def test_settings_beside_the_state_are_obeyed_and_stay(
    installed: Installed, run_line: RunLine, command: Command, local_app_data: Path
) -> None:
    local_app_data.mkdir()
    (local_app_data / "settings.toml").write_bytes(b"hints = false\r\n")
    host, variables = CodexDriver(), {"PLUGIN_ROOT": path(installed.root)}
    for event, payload in (
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*READ)),
        ("PostToolUse", host.finish(*READ, line("a.b"))),
        ("SubagentStart", host.child("a", "x")),
    ):
        assert run_line(installed.lines[event], payload, variables) == silent(payload)

    assert json.loads(command("list --json", variables={}))["result"]["conversations"][0]["candidates"] == 1
    command("purge --yes", variables={})
    assert [file.name for file in local_app_data.iterdir()] == ["settings.toml"]


def test_wrong_usage_is_said_in_utf_8_with_line_feeds_alone(installed: Installed, run_line: RunLine) -> None:
    end = run_line(f"cmd /d /c {path(installed.root)}\\bin\\practice-ledger.cmd list 读")
    assert (end.status, end.stdout) == (2, b"")
    assert "读" in end.stderr.decode()
    assert b"\n" in end.stderr
    assert b"\r" not in end.stderr
