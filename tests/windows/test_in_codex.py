"""The plugin in a real Codex for Windows under Wine, a stand-in for PowerShell in between. [R2, R12, R14, R22, R25]"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import npm_packages
from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.hint_message import hints_of
from codex_host.model_steps import Shell, Spawn
from codex_host.scripted_model import ScriptedModel
from lorelum_answers import line
from needed_tools import skip_or_fail

from .codex_for_windows import CodexForWindows, program
from .conftest import HERE, RunLine, compiled, path

EVENTS = ["PreToolUse", "PostToolUse", "SessionStart", "SessionEnd", "SubagentStart"]


@pytest.fixture
def powershell(windows: Path) -> None:
    place = windows / "windows" / "system32" / "WindowsPowerShell" / "v1.0" / "powershell.exe"
    compiled(HERE / "powershell_stand_in.c", place, "-municode")


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder with `lore`, and with a `codex` as npm puts it there."""
    folder = tmp_path / "commands"
    folder.mkdir()
    for name in ("a.b", "c.d"):
        (folder / f"{name}.json").write_text(line(name, title=f"T\u00eftle of {name} \u8bfb"), encoding="utf-8")
    (folder / "lore.cmd").write_bytes(b'@type "%~dp0%2.json"\r\n')
    try:
        codex = path(program())
    except npm_packages.NodeMissing as error:
        skip_or_fail(str(error))
    # For the home that doctor makes, what `codex_for_windows.py` says of such a file.
    lines = (
        '@if not exist "%CODEX_HOME%\\installation_id" echo 0191e0a0-7f3c-7d1a-9c5e-0123456789ab'
        '>"%CODEX_HOME%\\installation_id"',
        f'@"{codex}" %*',
    )
    (folder / "codex.cmd").write_bytes("".join(f"{each}\r\n" for each in lines).encode())
    return folder


@pytest.mark.usefixtures("powershell")
def test_reads_reach_a_child_and_doctor_says_that_all_is_well(
    windows: Path, windows_plugin: Path, commands: Path, tmp_path: Path, run_line: RunLine
) -> None:
    state = {"PRACTICE_LEDGER_HOME": path(tmp_path / "state")}
    with ScriptedModel() as model:
        codex = CodexForWindows(tmp_path / "codex", windows.parent, model, [commands, windows_plugin / "bin"], state)
        codex.add_plugin(windows_plugin.parents[1], "practice-ledger")
        assert set(hook_trust.trust_statuses(codex).values()) == {"untrusted"}
        hook_trust.trust_all(codex)
        with AppServer(codex) as server:
            steps = (Shell("lore get a.b --json"), Shell("practice-ledger read c.d"), Spawn("child"))
            Conversation.start(server).turn(*steps)
            runs = server.hook_runs()
        (hint,) = hints_of(model.first_request_of("child"))
    assert {run.status for run in runs} == {"completed"}
    assert [run.texts for run in runs if run.event != "subagentStart" and run.texts] == []
    assert [hint.count(f"T\u00eftle of {name} \u8bfb") for name in ("a.b", "c.d")] == [1, 1], hint

    on_path = f"{path(commands)};{path(windows_plugin / 'bin')}"
    variables = {**state, "CODEX_HOME": path(codex.home), "WINEPATH": on_path}
    told = run_line("cmd /d /c practice-ledger.cmd doctor --json", b"", variables)
    checks: dict[str, Any] = {check["id"]: check for check in json.loads(told.stdout)["result"]["checks"]}
    about_codex = ("host", "plugin", "program", "hooks", "trust")
    assert [name for name in about_codex if checks[name]["verdict"] != "ok"] == [], checks
    assert all(event in json.dumps(checks["trust"]["evidence"]) for event in EVENTS)
