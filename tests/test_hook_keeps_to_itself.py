"""The hook runs nothing, sends nothing, and opens nothing but its own state. [R2, R13, R14.2]"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line

RUNTIME = Path(practice_ledger.__file__).parents[1]
PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from practice_ledger.deadline import Deadline
from practice_ledger.hook import answer
payloads, watching, events = json.load(sys.stdin), [True], []
def watch(event, arguments):
    if watching:
        events.append((event, str(arguments[0]) if arguments else ""))
sys.addaudithook(watch)
said = [answer("codex", payload.encode(), Deadline()).decode() for payload in payloads]
watching.clear()
json.dump({"events": events, "said": said, "imported": [path for path in sys.path if path]}, sys.stdout)
"""
OPENING = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.chmod", "os.rename", "os.remove", "os.utime", "os.link")
RUNNING = ("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.kill", "pty.")
SENDING = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.")

Events = list[tuple[str, str]]


@pytest.fixture
def seen(tmp_path: Path) -> tuple[Events, list[str]]:
    """What Python's audit reports of a whole conversation in a home with a Lorelum store and a transcript, and the
    folders that modules come from."""
    home, project = tmp_path / "home", tmp_path / "project"
    for folder in (project, home / ".lorelum" / "packs"):
        folder.mkdir(parents=True)
    host, transcript = CodexDriver(), home / "transcript.jsonl"
    transcript.write_text("{}\n")
    read = ("a", "c1", f"lore get {PRACTICE} --json")
    payloads = [host.start("a"), host.begin(*read), host.finish(*read, line()), host.child("a", "x"), host.end("a")]
    moved = [json.dumps(json.loads(payload) | {"transcript_path": str(transcript)}) for payload in payloads]
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-I", "-B", "-c", PROGRAM, str(RUNTIME)]
    done = subprocess.run(
        command, input=json.dumps(moved), cwd=project, env=environment, capture_output=True, text=True, check=True
    )
    report = json.loads(done.stdout)
    assert [PRACTICE in said for said in report["said"]] == [False, False, False, True, False]
    assert not list(project.iterdir())
    return [(event, argument) for event, argument in report["events"]], report["imported"]


def test_a_conversation_opens_nothing_outside_the_state_but_the_settings(
    seen: tuple[Events, list[str]], tmp_path: Path
) -> None:
    events, imported = seen
    opened = {argument for event, argument in events if event in OPENING and "/" in argument}
    own = (str(tmp_path / "state"), *imported, sys.prefix, sys.base_prefix)
    settings = str(tmp_path / "home/.config/practice-ledger/settings.toml")
    assert [path for path in sorted(opened) if not path.startswith(own)] == [settings]
    assert str(tmp_path / "state") in opened, "the audit sees what is opened"


def test_a_conversation_runs_no_program_and_uses_no_network(seen: tuple[Events, list[str]]) -> None:
    assert [event for event, _ in seen[0] if event.startswith((*RUNNING, *SENDING))] == []
