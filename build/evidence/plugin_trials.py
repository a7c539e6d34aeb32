"""This product's own plugin in one build of Codex: what reaches children, and what `doctor` says."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.hint_message import hints_of
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Shell, Spawn, Step
from codex_host.scripted_model import ScriptedModel
from evidence.lab import DELEGATION, EVIDENCE, MISSING, SETTINGS, STAND_IN, forge, get

PLUGIN = "practice-ledger"
_LONG = "LORE_STAND_IN_BODY_LINES=4000"
UNPROVEN = {
    "not found": get(MISSING),
    "through a pipe": f"{get(DELEGATION)} | cat",
    "in a script": "sh ./read.sh",
    "forged": f"cat forged.json # {get(DELEGATION)}",
    "text for people": f"lore get {DELEGATION}",
    "in the background": f"{get(DELEGATION)} &\nwait",
}
"""Commands that prove no read."""


def trials(root: Path, launcher: Sequence[str], model: ScriptedModel, name: str, marketplace: Path) -> dict[str, Any]:
    """What was seen with the plugin of `marketplace` on the model of that name."""
    codex = _codex(root, launcher, model, marketplace)
    with AppServer(codex) as server:
        trial = _Trial(server, name)
        seen = {
            "at once": trial.told(Shell(get(DELEGATION))),
            "unproven": {kind: trial.told(Shell(command)) for kind, command in UNPROVEN.items()},
            "sealed": trial.told(Shell(f"practice-ledger read {DELEGATION} | head -c 5")),
            "sealed, several and long": trial.told(Shell(f"{_LONG} practice-ledger read {DELEGATION} {EVIDENCE}")),
            "rewound": trial.told_after_rewinding(Shell(get(DELEGATION))),
        }
        hooks = sorted({f"{run.event} {run.status}" for run in server.hook_runs()})
    return {**seen, "hooks": hooks, "doctor": _doctor(codex, launcher)}


def _codex(root: Path, launcher: Sequence[str], model: ScriptedModel, marketplace: Path) -> IsolatedCodex:
    environment = {"PRACTICE_LEDGER_HOME": str(root / "state")}
    codex = IsolatedCodex(root, launcher, model, path_first=[STAND_IN], environment=environment, settings=SETTINGS)
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    commands = codex.installed(marketplace, PLUGIN) / "bin"
    codex.environment["PATH"] = f"{commands}{os.pathsep}{codex.environment['PATH']}"
    (codex.project / "read.sh").write_text(f"{get(DELEGATION)}\n")
    forge(codex.project)
    return codex


class _Trial:
    """Each question is a conversation of its own, whose child's first request is looked at."""

    def __init__(self, server: AppServer, model_name: str) -> None:
        self._server, self._model_name, self._number = server, model_name, 0

    def told(self, *steps: Step) -> list[str]:
        """The Practices that a child was told of which was spawned right after these steps."""
        conversation = Conversation.start(self._server, self._model_name)
        return self._told_in(conversation, *steps)

    def told_after_rewinding(self, *steps: Step) -> list[str]:
        """The same, with the steps taken out of the history before the child is spawned."""
        conversation = Conversation.start(self._server, self._model_name)
        conversation.rewind_or_roll_back(conversation.turn(*steps))
        return self._told_in(conversation)

    def _told_in(self, conversation: Conversation, *steps: Step) -> list[str]:
        self._number += 1
        child = f"told {self._number} on {self._server.codex.root.name} of {self._model_name}"
        conversation.turn(*steps, Spawn(child))
        hints = hints_of(self._server.codex.model.first_request_of(child))
        return re.findall(r'^- id "([^"]+)"', "\n".join(hints), re.MULTILINE)


def _doctor(codex: IsolatedCodex, launcher: Sequence[str]) -> dict[str, Any]:
    """What `practice-ledger doctor` takes for a failure in Codex, and Codex's own account of the trust."""
    commands = codex.root / "bin"
    commands.mkdir()
    program = commands / "codex"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(launcher)} "$@"\n')
    program.chmod(0o755)
    path = f"{commands}{os.pathsep}{codex.environment['PATH']}"
    told = _checks({**codex.environment, "PATH": path}, codex.project)
    statuses = sorted(set(hook_trust.trust_statuses(codex).values()))
    looked_at = [told[name] for name in ("host", "plugin", "program", "hooks", "trust")]
    failures = [check["finding"] for check in looked_at if check["verdict"] == "failure"]
    return {"codex": statuses, "failures": failures, "host": [each["text"] for each in told["host"]["evidence"]]}


def _checks(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    done = subprocess.run(
        ["practice-ledger", "doctor", "--json"], env=environment, cwd=folder, capture_output=True, check=False
    )
    return {check["id"]: check for check in json.loads(done.stdout)["result"]["checks"]}
