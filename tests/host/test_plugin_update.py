"""An update while a conversation runs: nothing of the new version runs before it is trusted. [R21, R22]"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Say, Spawn
from codex_host.scripted_model import ScriptedModel
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told

Start = Callable[[IsolatedCodex], AppServer]

REFUSED_BY_THE_HOST = ("failed", ("plugin contents changed; hook approval required",))
"""How Codex 0.171 reports a hook that it did not run because files of the plugin changed."""


class Release:
    """A marketplace whose plugin can be replaced by a version that leaves a mark when anything of it runs."""

    def __init__(self, marketplace: Path, folder: Path) -> None:
        self.marketplace = folder / "marketplace"
        self.mark = folder / "ran"
        shutil.copytree(marketplace, self.marketplace)

    def replace(self, version: str | None) -> None:
        """Publishes the marking plugin, under another version number or, for None, under the same."""
        plugin = self.marketplace / "plugins" / PLUGIN
        about = plugin / ".codex-plugin" / "plugin.json"
        described = json.loads(about.read_text())
        about.write_text(json.dumps({**described, "version": version or described["version"]}))
        marking = f"#!/bin/sh\ncat >/dev/null\necho ran >>'{self.mark}'\n"
        for program in (plugin / "bin" / "practice-ledger-hook", *plugin.glob("runtime/*/practice-ledger")):
            program.write_text(marking)


@pytest.fixture
def release(marketplace: Path, tmp_path: Path) -> Release:
    return Release(marketplace, tmp_path)


@pytest.fixture
def updated(make_codex: MakeCodex, release: Release, request: pytest.FixtureRequest) -> IsolatedCodex:
    """A Codex with the plugin as it was before the update."""
    codex = make_codex(request.node.name)
    codex.add_plugin(release.marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    return codex


@pytest.fixture
def start(servers: list[AppServer]) -> Start:
    """Starts an app server whose hooks the host may refuse to run."""

    def start(codex: IsolatedCodex) -> AppServer:
        servers.append(AppServer(codex))
        return servers[-1]

    return start


@pytest.mark.parametrize("version", ["99.0.0", None], ids=["newer-version", "same-version"])
def test_after_an_update_nothing_runs_in_old_or_new_sessions_until_it_is_trusted(
    updated: IsolatedCodex, release: Release, start: Start, agent: Agent, version: str | None
) -> None:
    model = updated.model
    server = start(updated)
    running = Conversation.start(server)
    running.turn(read(DELEGATION), Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]
    before = len(server.hook_runs())

    release.replace(version)
    updated.run("plugin", "add", f"{PLUGIN}@{PLUGIN}")
    running.turn(read(EVIDENCE), Spawn(agent("child after"), (read(EVIDENCE), Say())))
    Conversation.start(server).turn(read(EVIDENCE), Spawn(agent("new child")))
    assert told(model, agent("child after")) == []
    assert told(model, agent("new child")) == []
    assert EVIDENCE in model.requests_of(agent("child after"))[-1].tool_outputs()[0]
    assert outcomes(server, before) == {REFUSED_BY_THE_HOST}

    later = start(updated)
    Conversation.start(later).turn(read(EVIDENCE), Spawn(agent("later child")))
    assert told(model, agent("later child")) == []
    assert outcomes(later) == {REFUSED_BY_THE_HOST}
    assert set(hook_trust.trust_statuses(updated).values()) == {"modified"}
    assert not release.mark.exists()

    hook_trust.trust_all(updated)
    trusted = start(updated)
    Conversation.start(trusted).turn(read(EVIDENCE), Spawn(agent("last child")))
    assert release.mark.exists()
    assert outcomes(trusted) == {("completed", ())}


def test_removing_the_plugin_silences_the_running_session(
    updated: IsolatedCodex, start_server: StartServer, model: ScriptedModel, agent: Agent
) -> None:
    server = start_server(updated)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    before = len(server.hook_runs())
    updated.run("plugin", "remove", f"{PLUGIN}@{PLUGIN}")
    running.turn(read(EVIDENCE), Spawn(agent("child")))
    assert told(model, agent("child")) == []
    assert server.hook_runs()[before:] == []


def outcomes(server: AppServer, first: int = 0) -> set[tuple[str, tuple[str, ...]]]:
    """The different statuses of the hook runs from a number on, with what the host says of them."""
    return {(run.status, run.texts) for run in server.hook_runs()[first:]}
