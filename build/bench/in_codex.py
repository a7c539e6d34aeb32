"""How long a real Codex waits for each hook, by its own report, beside what it waits for an empty hook."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import folders
from bench.figures import HostTimes
from bench.practices import ENGLISH, practices
from codex_host import codex_install, hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Say, Shell, Spawn
from codex_host.scripted_model import ScriptedModel

_PLUGIN = "practice-ledger"
_STAND_IN = folders.TREE / "tests" / "stand_in"


class NoCodex(RuntimeError):
    """No Codex can be had here; says why."""


def host_times(marketplace: Path, work: Path, conversations: int) -> HostTimes:
    """Plays so many conversations in each of two Codexes by turns: one with the plugin, one with empty hooks.

    Raises `NoCodex`.
    """
    try:
        codex_install.install()
        launcher = codex_install.launcher()
    except (codex_install.NodeMissing, codex_install.InstallFailed) as error:
        raise NoCodex(str(error)) from None
    ours: dict[str, list[int]] = {}
    empty: dict[str, list[int]] = {}
    with ScriptedModel() as model:
        pair = [
            (_codex(work / "ours", launcher, model, marketplace), ours),
            (_codex(work / "empty", launcher, model, _with_empty_hooks(marketplace, work / "marketplace")), empty),
        ]
        for number in range(conversations):
            for codex, times in pair:
                _play(codex, number, times)
    return HostTimes(f"Codex {codex_install.HOST}", ours, empty)


def _codex(root: Path, launcher: list[str], model: ScriptedModel, marketplace: Path) -> IsolatedCodex:
    environment = {"PRACTICE_LEDGER_HOME": str(root / "state")}
    codex = IsolatedCodex(root, launcher, model, path_first=[_STAND_IN], environment=environment)
    codex.add_plugin(marketplace, _PLUGIN)
    hook_trust.trust_all(codex)
    return codex


def _with_empty_hooks(marketplace: Path, folder: Path) -> Path:
    """The same marketplace with a plugin whose hooks do nothing."""
    shutil.copytree(marketplace, folder, ignore=shutil.ignore_patterns("runtime", "bin"))
    definition = folder / "plugins" / _PLUGIN / "hooks" / "hooks.json"
    content = json.loads(definition.read_text(encoding="utf-8"))
    for groups in content["hooks"].values():
        for group in groups:
            for hook in group["hooks"]:
                hook["command"] = ":"
    definition.write_text(json.dumps(content), encoding="utf-8")
    return folder


def _play(codex: IsolatedCodex, number: int, times: dict[str, list[int]]) -> None:
    """One conversation: a shell call without a read, a read, a subagent, the session's end."""
    read = practices(ENGLISH)[number % len(practices(ENGLISH))].practice_id
    with AppServer(codex) as server:
        conversation = Conversation.start(server)
        conversation.turn(Shell("ls -l"), Say())
        _add(server, times, {"preToolUse": "a shell call begins", "postToolUse": "a shell call ends"})
        seen = len(server.hook_runs())
        child = Spawn(f"child {number} of {codex.root.name}")
        conversation.turn(Shell(f"lore get {read} --json"), child, Say())
        conversation.archive()
        names = {
            "preToolUse": "a read begins",
            "postToolUse": "a read ends",
            "subagentStart": "a child starts",
            "sessionEnd": "a session ends",
        }
        server.wait_for(lambda: any(run.event == "sessionEnd" for run in server.hook_runs()), "the session's end")
        _add(server, times, names, skip=seen)


def _add(server: AppServer, times: dict[str, list[int]], names: dict[str, str], skip: int = 0) -> None:
    names = names if skip else {"sessionStart": "a session starts", **names}
    for run in server.hook_runs()[skip:]:
        if run.status != "completed":
            raise RuntimeError(f"a hook failed: {run}")
        if run.event in names:
            times.setdefault(names[run.event], []).append(run.milliseconds)
