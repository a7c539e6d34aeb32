"""What a host on Windows may send, and what it gets back, byte for byte. [R21]"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line

from .conftest import Installed, RunHook, silent

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
READ = ("a", "c1", "lore get a.b --json")
UNRELATED = json.dumps(
    {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "dir"}}
).encode()


@pytest.mark.parametrize("mark", [b"", BYTE_ORDER_MARK], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("line_end", [b"", b"\r\n"], ids=["no line end", "CR LF"])
def test_utf_8_comes_through_as_it_was_sent(
    mark: bytes, line_end: bytes, install: Callable[[str], Installed], run_hook: RunHook, state: Path
) -> None:
    installed, host = install("plugin"), CodexDriver()
    for event, payload in (
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*READ)),
        ("PostToolUse", host.finish(*READ, line("a.b", title="T\u00eftle \u8bfb\u66f8 \U0001f4d6"))),
    ):
        raw = mark + json.dumps(json.loads(payload), ensure_ascii=False).encode() + line_end
        assert run_hook(installed, event, raw) == silent(raw)

    (document,) = state.glob("conversations/*.json")
    (candidate,) = json.loads(document.read_bytes())["candidates"]
    assert candidate["title"] == "T\u00eftle \u8bfb\u66f8 \U0001f4d6"
    assert b"\r" not in document.read_bytes()
    reply = run_hook(installed, "SubagentStart", mark + host.child("a", "x") + line_end).stdout
    assert "T\u00eftle \u8bfb\u66f8 \U0001f4d6" in json.loads(reply)["hookSpecificOutput"]["additionalContext"]


def test_a_payload_of_a_megabyte_is_read_and_understood(
    install: Callable[[str], Installed], run_hook: RunHook, state: Path
) -> None:
    start = json.dumps(json.loads(CodexDriver().start("a")) | {"filling": "x" * 1_000_000}).encode()

    assert run_hook(install("plugin"), "SessionStart", start) == silent(start)
    assert len(list(state.glob("conversations/*.json"))) == 1


@pytest.mark.parametrize(
    "payload",
    [b"", b"\x1a", b"\0" * 70_000, b"\xff\xfe{\0}\0", UNRELATED, b"{" * 5_000],
    ids=["nothing", "end of file mark", "zeros", "UTF-16", "unrelated", "deep"],
)
def test_what_is_no_event_of_ours_is_read_and_answered_with_nothing(
    payload: bytes, install: Callable[[str], Installed], run_hook: RunHook, state: Path
) -> None:
    assert run_hook(install("plugin"), "PreToolUse", payload) == silent(payload)
    assert not state.exists()
