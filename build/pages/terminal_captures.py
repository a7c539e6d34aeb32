"""What `status`, `show` and `doctor` print on a terminal after a conversation in a real Codex, for README.md.

The conversation is real, and so is each command, out of the installed plugin on a terminal of its own. Only what would
differ from one run or machine to the next is put right: the conversation's hash, the kind of file system, the home of
the account, and times, which are set back by two hours.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pyte

import folders
from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Shell, Spawn
from codex_host.scripted_model import ScriptedModel

COLUMNS, ROWS = 110, 100
_PLUGIN = "practice-ledger"
_STAND_IN = folders.TREE / "tests" / "stand_in" / "lore"
_READS = (
    "lore get agentic-coding.review.report-findings-with-evidence",
    "sleep 1.1",
    "lore get agentic-coding.context.give-delegated-agents-decision-context --json",
    "practice-ledger read agentic-coding.verification.map-evidence-to-acceptance | head -n 3",
)
"""The first is in a form that proves nothing, more than a second before the others."""
_HANDLE = "3f9a1c"
_SET_BACK = 7200  # seconds
_JUST_NOW = 900  # seconds: what this run has written
_SHOWN = re.compile(r"(<!-- terminal: (\w+) -->\n```text\n).*?(```\n)", re.DOTALL)


def with_captures(page: str, captures: dict[str, str]) -> str:
    """The page with each block under `<!-- terminal: NAME -->` as that command prints now."""
    return _SHOWN.sub(lambda block: f"{block[1]}{captures[block[2]]}{block[3]}", page)


def terminal_captures(marketplace: Path, work: Path, launcher: Sequence[str]) -> dict[str, str]:
    """The text that each command leaves on a terminal, by the command's name."""
    with ScriptedModel() as model:
        codex = IsolatedCodex(work, launcher, model, home_name="user-home/.codex")
        _after_a_conversation(codex, marketplace)
    handle = _made_two_hours_ago(codex.user_home / ".local" / "state" / _PLUGIN)
    return {
        words.partition(" ")[0]: _alike(f"$ {_PLUGIN} {words}\n{_on_a_terminal(codex, words)}", handle)
        for words in ("status", f"show {handle}", "doctor")
    }


def _alike(text: str, handle: str) -> str:
    """The same text from every run and machine."""
    text = text.replace(handle, _HANDLE).replace(Path(pwd.getpwuid(os.getuid()).pw_dir).as_posix(), "/home/you")
    return re.sub(r"(Disk of the state +)\w+", r"\1ext4", text)


def _after_a_conversation(codex: IsolatedCodex, marketplace: Path) -> None:
    codex.add_plugin(marketplace, _PLUGIN)
    hook_trust.trust_all(codex)
    commands = codex.user_home / ".local" / "bin"
    commands.mkdir(parents=True)
    (commands / _PLUGIN).symlink_to(codex.installed(marketplace, _PLUGIN) / "bin" / _PLUGIN)
    (commands / "lore").write_bytes(_STAND_IN.read_bytes())
    (commands / "codex").write_text(f'#!/bin/sh\nexec {shlex.join(codex.launcher)} "$@"\n')
    for command in ("lore", "codex"):
        (commands / command).chmod(0o755)
    codex.environment["PATH"] = f"{commands}:{codex.environment['PATH']}"
    with AppServer(codex) as server:
        Conversation.start(server).turn(*map(Shell, _READS), Spawn("subagent"))


def _made_two_hours_ago(state: Path) -> str:
    """Sets all times of the state back, and returns the handle of its one conversation."""
    for file in (*state.glob("conversations/*.json"), state / "tally.json"):
        file.write_text(json.dumps(_set_back(json.loads(file.read_text())), separators=(",", ":")))
    [conversation] = state.glob("conversations/*.json")
    return conversation.name[: len(_HANDLE)]


def _set_back(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _set_back(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_set_back(inner) for inner in value]
    recent = isinstance(value, int) and time.time() - _JUST_NOW < value <= time.time()
    return value - _SET_BACK if recent else value


def _on_a_terminal(codex: IsolatedCodex, words: str) -> str:
    environment = {**codex.environment, "TERM": "xterm-256color"}
    program = codex.user_home / ".local" / "bin" / _PLUGIN
    terminal: pexpect.spawn[bytes] = pexpect.spawn(
        str(program), words.split(), env=environment, cwd=str(codex.project), timeout=60, dimensions=(ROWS, COLUMNS)
    )
    terminal.expect(pexpect.EOF)
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.ByteStream(screen).feed(terminal.before or b"")
    return "".join(f"{line.rstrip()}\n" for line in _without_empty_end(screen.display))


def _without_empty_end(lines: Sequence[str]) -> Iterator[str]:
    end = max(number for number, line in enumerate(lines, 1) if line.strip())
    yield from lines[:end]
