"""The command lines of hooks.json, verbatim, in every form in which they reach the system, from odd places. [R21]"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line

from .conftest import FORMS, Installed, RunHook, RunLine, path, silent

TREE = Path(__file__).resolve().parents[2]
LINES = {
    event: groups[0]["hooks"][0]["commandWindows"]
    for event, groups in json.loads((TREE / "plugin/hooks/hooks.json").read_text())["hooks"].items()
}
READ = ("a", "c1", "lore get a.b --json")
NAMES = ("plain", "a&b", "it's", "a%b", "a!b", "100%", "\u8bfb\u66f8", "a^b")
# Wine's cmd takes a name apart at blanks and the like, and Windows' cmd does not: what stood between exclamation marks
# stays in one piece there.
TAKEN_APART = ("a b", "a (x86) b", "a & b's (1)", "a;b,c=d")

CONTROL = b'@setlocal DisableDelayedExpansion\r\n@if exist "%~dp0..\\LICENSE" echo kept\r\n'


def with_a_read(installed: Installed, run_hook: RunHook) -> CodexDriver:
    """Codex with a conversation whose root has read a Practice, all by hooks on Windows."""
    host = CodexDriver()
    for event, payload in (
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*READ)),
        ("PostToolUse", host.finish(*READ, line("a.b", title="\u8bfb"))),
    ):
        assert run_hook(installed, event, payload) == silent(payload)
    return host


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_no_shell_finds_anything_in_a_line_that_it_reads_in_its_own_way(line: str) -> None:
    assert re.fullmatch(r"cmd /d /v:on /c if exist (!PLUGIN_ROOT!\\bin\\[a-z.-]+) \1", line)
    assert set(line) & set("\"'`;|&<>(){}$%^#@,") == set()


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_read_reaches_the_next_child_in_every_form(
    form: str, install: Callable[[str], Installed], run_hook: RunHook
) -> None:
    installed = install("plain")
    host = with_a_read(installed, run_hook)

    end = run_hook(installed, "SubagentStart", host.child("a", "x"), form)

    assert (end.status, end.stderr) == (0, b"")
    assert "a.b" in json.loads(end.stdout)["hookSpecificOutput"]["additionalContext"]
    assert end.stdout.endswith(b"}\n"), "one line, as on every system"


@pytest.mark.parametrize("name", NAMES)
def test_a_plugin_in_an_odd_place_does_its_work(
    name: str, install: Callable[[str], Installed], run_hook: RunHook, run_line: RunLine, state: Path
) -> None:
    installed = install(name)
    start = CodexDriver().start("a")

    assert run_hook(installed, "SessionStart", start) == silent(start)
    assert bound(state) == keeps_its_name(installed, run_line)
    assert bound(state) or "%" in name


@pytest.mark.parametrize("name", TAKEN_APART)
@pytest.mark.parametrize("form", list(FORMS.values())[:2], ids=list(FORMS)[:2])
def test_a_plugin_in_a_place_with_blanks_does_its_work_in_a_shell_that_keeps_names_whole(
    name: str, form: str, install: Callable[[str], Installed], run_line: RunLine, state: Path
) -> None:
    installed = install(name)
    start = CodexDriver().start("a")
    whole = re.sub(r"(!PLUGIN_ROOT!\S+)", r'"\1"', installed.lines["SessionStart"])
    variables = {"PLUGIN_ROOT": path(installed.root), "PRACTICE_LEDGER_HOME": path(state)}

    assert run_line(form.format(whole), start, variables) == silent(start)
    assert bound(state)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_plugin_directory_that_is_gone_is_silent(form: str, run_hook: RunHook, tmp_path: Path) -> None:
    """What fits a pipe is taken. Of more the host finds the pipe closed: no `else` reads the same in both shells."""
    payload = CodexDriver().start("a") + b" " * 60_000
    gone = Installed(tmp_path / "gone & away", LINES)

    assert run_hook(gone, "SessionStart", payload, form) == silent(payload)
    large = run_hook(gone, "SessionStart", payload * 10, form)
    assert (large.status, large.stdout, large.stderr) == (0, b"", b"")


def bound(state: Path) -> bool:
    """Whether a conversation was bound."""
    return len(list(state.glob("conversations/*.json"))) == 1


def keeps_its_name(installed: Installed, run_line: RunLine) -> bool:
    """Whether a batch file in this place can name a file beside it: Wine's cmd looks for % in a name once more."""
    (installed.root / "bin" / "control.cmd").write_bytes(CONTROL)
    end = run_line("cmd /d /v:on /c !PLUGIN_ROOT!\\bin\\control.cmd", b"", {"PLUGIN_ROOT": path(installed.root)})
    return b"kept" in end.stdout
