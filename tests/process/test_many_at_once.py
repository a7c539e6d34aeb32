"""Many hooks at once, as processes of the frozen program: nothing is lost, and nobody waits for ever. [R12]"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import line
from practice_ledger import bounds

from .conftest import Installed

WRITERS = 32


def all_at_once(installed: Installed, events: list[tuple[str, bytes]], state: Path) -> list[bytes]:
    """Starts one hook for each (event, payload), feeds them all, and returns what they said."""
    environment = {"PATH": "/usr/bin:/bin", "PLUGIN_ROOT": str(installed.root), "PRACTICE_LEDGER_HOME": str(state)}
    started = [
        subprocess.Popen(
            ["/bin/sh", "-c", installed.command(event)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        for event, _ in events
    ]
    for process, (_, payload) in zip(started, events, strict=True):
        assert process.stdin is not None
        process.stdin.write(payload)
        process.stdin.close()
    said = []
    for process in started:
        assert process.stdout is not None
        said.append(process.stdout.read())
        process.stdout.close()
        assert process.wait(30) == 0
    return said


@pytest.mark.parametrize("conversations", [1, WRITERS])
def test_reads_that_end_at_once_are_all_recorded(
    install: Callable[..., Installed], tmp_path: Path, conversations: int
) -> None:
    installed, state, host = install(real=True), tmp_path / "state", CodexDriver()
    names = [f"conversation-{number % conversations}" for number in range(WRITERS)]
    calls = [(name, f"call-{number}", f"lore get many.read-{number} --json") for number, name in enumerate(names)]
    for name in sorted(set(names)):
        all_at_once(installed, [("SessionStart", host.start(name))], state)
    begun = [("PreToolUse", host.begin(*call)) for call in calls]
    ended = [("PostToolUse", host.finish(*call, line(f"many.read-{number}"))) for number, call in enumerate(calls)]

    assert set(all_at_once(installed, begun, state)) == {b""}
    assert set(all_at_once(installed, ended, state)) == {b""}

    documents = [json.loads(path.read_text()) for path in (state / "conversations").iterdir()]
    recorded = sorted(held["practice_id"] for document in documents for held in document["candidates"])
    assert recorded == sorted(f"many.read-{number}" for number in range(WRITERS))
    assert all(document["pending"] == [] for document in documents)
    assert len(documents) == conversations
    assert len(list((state / "locks").iterdir())) <= bounds.LOCK_STRIPES + 2


def test_conversations_that_start_at_once_are_all_bound(install: Callable[..., Installed], tmp_path: Path) -> None:
    installed, state, host = install(real=True), tmp_path / "state", CodexDriver()
    starts = [("SessionStart", host.start(f"conversation-{number}")) for number in range(WRITERS)]

    assert set(all_at_once(installed, starts, state)) == {b""}
    assert len(list((state / "conversations").iterdir())) == WRITERS


def test_children_and_readers_see_whole_documents_while_others_write(
    install: Callable[..., Installed], tmp_path: Path
) -> None:
    installed, state, host = install(real=True), tmp_path / "state", CodexDriver()
    first = ("a", "call-first", "lore get first.read --json")
    for event, payload in [
        ("SessionStart", host.start("a")),
        ("PreToolUse", host.begin(*first)),
        ("PostToolUse", host.finish(*first, line("first.read"))),
    ]:
        all_at_once(installed, [(event, payload)], state)
    events = []
    for number in range(12):
        events.append(("PreToolUse", host.begin("a", f"c{number}", f"lore get many.read-{number} --json")))
        events.append(("SubagentStart", host.child("a", f"agent-{number}")))

    said = all_at_once(installed, events, state)

    assert all(b"first.read" in reply for reply in said[1::2])
    assert set(said[0::2]) == {b""}
    assert not (state / "damaged").exists()
