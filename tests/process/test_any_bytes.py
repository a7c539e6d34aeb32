"""The assembled plugin, fed any bytes at all, ends with status 0 and says nothing or a reply that Codex takes. [R21]"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from hosts.evidence import payloads, recordings
from lorelum_answers import PRACTICE, line

from .conftest import OTHER_EVENTS, TOOL_EVENTS, HookEnd, Installed, RunHook

ROUNDS = 40


def is_quiet_or_a_hint(end: HookEnd) -> bool:
    if (end.status, end.stderr, end.drained) != (0, b"", True):
        return False
    if not end.stdout:
        return True
    reply = json.loads(end.stdout)
    output = reply.pop("hookSpecificOutput")
    return bool(reply == {} and output.keys() == {"hookEventName", "additionalContext"})


def spoilt(payload: bytes, randomness: random.Random) -> bytes:
    """The payload with bytes flipped, cut, doubled or put in."""
    kind, at = randomness.randrange(5), randomness.randrange(len(payload))
    if kind == 0:
        return payload[:at]
    if kind == 1:
        return payload[:at] + bytes([randomness.randrange(256)]) + payload[at + 1 :]
    if kind == 2:
        return payload[:at] + randomness.randbytes(randomness.randrange(1, 40)) + payload[at:]
    if kind == 3:
        return payload[:at] + payload
    return randomness.randbytes(randomness.randrange(2000)) + b"lore get"


@pytest.mark.parametrize("event", [*TOOL_EVENTS, *OTHER_EVENTS])
def test_spoilt_payloads_are_taken_in_silence(
    event: str, install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path
) -> None:
    installed = install(real=True)
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    randomness = random.Random(event)  # noqa: S311 - the same bytes in every run
    whole = [payload for recording in recordings() for payload in payloads(recording)]
    of_this_event = [payload for payload in whole if json.loads(payload)["hook_event_name"] == event]
    for _ in range(ROUNDS):
        end = run_hook(installed, "/bin/bash", event, spoilt(randomness.choice(of_this_event), randomness), environment)
        assert is_quiet_or_a_hint(end)


def test_a_whole_conversation_through_the_installed_plugin_ends_in_a_hint(
    install: Callable[..., Installed], run_hook: RunHook, tmp_path: Path, shell: str
) -> None:
    installed, host = install(real=True), CodexDriver()
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    read = ("a", "c1", f"lore get {PRACTICE} --json")
    steps = [
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*read)),
        ("PostToolUse", host.finish(*read, line(title="T\u00eftel \u4e2d\u6587"))),
        ("SubagentStart", host.child("a", "agent-1")),
        ("SessionEnd", host.end("a")),
    ]
    ends = [run_hook(installed, shell, event, payload, environment) for event, payload in steps]

    assert all(is_quiet_or_a_hint(end) for end in ends)
    assert [bool(end.stdout) for end in ends] == [False, False, False, True, False]
    assert f'id "{PRACTICE}", title "T\u00eftel \u4e2d\u6587"' in host.told(ends[3].stdout)
