"""What a build of Codex does when files of a trusted plugin change; the plugin notes which of its files ran."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import CodexFailed, IsolatedCodex
from codex_host.made_plugin import PLUGIN, make_marketplace, one_hook
from codex_host.model_steps import Say, Shell
from codex_host.scripted_model import ScriptedModel

_EVENTS = ("SessionStart", "PreToolUse")
_NO_NETWORK = {"HTTPS_PROXY": "http://127.0.0.1:9", "HTTP_PROXY": "http://127.0.0.1:9"}


class _Published:
    """A marketplace with a plugin whose hooks run one of its files, which notes that it ran."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "published"
        self._notes = folder / "ran.txt"
        self.publish("first")

    def publish(self, says: str, version: str = "1.0.0", document: str = "as it was", seconds: int = 10) -> Path:
        hook = one_hook('/bin/sh "$PLUGIN_ROOT/run.sh"', seconds=seconds)
        make_marketplace(self.folder, {event: [hook] for event in _EVENTS}, version)
        plugin = self.folder / "plugins" / PLUGIN
        (plugin / "run.sh").write_text(f"cat >/dev/null\necho {says} >>'{self._notes}'\n")
        (plugin / "README.md").write_text(f"{document}\n")
        return self.folder

    def ran(self) -> list[str]:
        """Which contents of the file ran since this was asked last."""
        found = sorted(set(self._notes.read_text().split())) if self._notes.exists() else []
        self._notes.unlink(missing_ok=True)
        return found


CHANGES: dict[str, Callable[[_Published], Path]] = {
    "a document": lambda published: published.publish("first", document="another text"),
    "a file that a hook runs": lambda published: published.publish("second"),
    "the version": lambda published: published.publish("first", version="2.0.0"),
    "hooks.json": lambda published: published.publish("first", seconds=9),
}
"""What changes, each against the plugin as it was trusted."""


def updates(root: Path, launcher: Sequence[str], model: ScriptedModel, model_name: str) -> dict[str, Any]:
    """By what changed: what the hooks came to in a running conversation and a new one, and what was run."""
    seen = {}
    for number, (what, change) in enumerate(CHANGES.items()):
        published, codex = _trusted(root / str(number), launcher, model)
        seen[what] = _update(codex, published, change, model_name)
    return {"changes": seen, "removal": _removal(root / "removal", launcher, model, model_name)}


def _update(
    codex: IsolatedCodex, published: _Published, change: Callable[[_Published], Path], model_name: str
) -> dict[str, Any]:
    trusted, old = _around(
        codex, published, model_name, lambda: codex.run("plugin", "add", f"{PLUGIN}@{change(published).name}")
    )
    with AppServer(codex) as later:
        Conversation.start(later, model_name).turn(Shell("true"), Say())
        new = {"runs": _runs(later, 0), "ran": published.ran()}
    statuses = sorted(set(hook_trust.trust_statuses(codex).values()))
    return {"trusted": trusted, "running": old, "new": new, "trust": statuses}


def _removal(root: Path, launcher: Sequence[str], model: ScriptedModel, model_name: str) -> dict[str, Any]:
    published, codex = _trusted(root, launcher, model)
    installed, removed = _around(
        codex, published, model_name, lambda: codex.run("plugin", "remove", f"{PLUGIN}@{published.folder.name}")
    )
    return {"installed": installed, "removed": removed}


def _trusted(root: Path, launcher: Sequence[str], model: ScriptedModel) -> tuple[_Published, IsolatedCodex]:
    """A plugin, and a Codex that has it and trusts it."""
    published = _Published(root)
    codex = IsolatedCodex(root, launcher, model)
    codex.add_plugin(published.folder, PLUGIN)
    hook_trust.trust_all(codex)
    return published, codex


def _around(
    codex: IsolatedCodex, published: _Published, model_name: str, change: Callable[[], object]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the hooks of one conversation came to, and what was run, before a change and after it."""
    with AppServer(codex) as running:
        conversation = Conversation.start(running, model_name)
        conversation.turn(Shell("true"), Say())
        before = {"runs": _runs(running, 0), "ran": published.ran()}
        first = len(running.hook_runs())
        change()
        conversation.turn(Shell("true"), Say())
        return before, {"runs": _runs(running, first), "ran": published.ran()}


def _runs(server: AppServer, first: int) -> list[str]:
    """The different outcomes of hook runs from a number on, each with what Codex says of it."""
    return sorted({f"{run.status}: {' '.join(run.texts)}".removesuffix(": ") for run in server.hook_runs()[first:]})


def relative_marketplace(root: Path, launcher: Sequence[str], model: ScriptedModel) -> str:
    """What Codex has git do for `codex plugin marketplace add a/b` in a folder that has `a/b`."""
    commands, calls = root / "stub", root / "calls"
    commands.mkdir(parents=True)
    git = commands / "git"
    git.write_text(f"#!/bin/sh\necho \"$*\" >>'{calls}'\nexit 1\n")
    git.chmod(0o755)
    codex = IsolatedCodex(root, launcher, model, path_first=[commands], environment=_NO_NETWORK)
    make_marketplace(codex.project / "a" / "b", {})
    try:
        codex.run("plugin", "marketplace", "add", "a/b")
    except CodexFailed:
        return calls.read_text().strip() if calls.exists() else "it failed without git"
    return "it took the folder"
