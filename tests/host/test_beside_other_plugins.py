"""The plugin beside others that change commands and outputs. [R14]"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.made_plugin import EXPORT_TWO_VARIABLES, make_marketplace, shell_hook
from codex_host.made_plugin import PLUGIN as OTHER
from codex_host.model_steps import Spawn
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read, told

OTHER_CHANGE = EXPORT_TWO_VARIABLES.replace("LORELUM_HOST_KEY", "LORE_STAND_IN_FORMAT")
"""Changes the command in a way that nobody documented."""

HIDE = """
import json
print(json.dumps({"decision": "block", "reason": "something else for the model to see"}))
"""
"""Replaces what the model sees of a tool's output."""


MakeBeside = Callable[[str, str], IsolatedCodex]


@pytest.fixture
def make_beside(make_codex: MakeCodex, marketplace: Path, tmp_path: Path, request: pytest.FixtureRequest) -> MakeBeside:
    """Makes a Codex with the plugin and another one."""

    def make(event: str, program: str) -> IsolatedCodex:
        codex = make_codex(request.node.name)
        codex.add_plugin(make_marketplace(tmp_path / "others", {event: [shell_hook(program)]}), OTHER)
        codex.add_plugin(marketplace, PLUGIN)
        hook_trust.trust_all(codex)
        return codex

    return make


def test_reads_count_although_lorelum_s_plugin_exports_its_two_variables(
    make_beside: MakeBeside, start_server: StartServer, model_name: str, agent: Agent
) -> None:
    codex = make_beside("PreToolUse", EXPORT_TWO_VARIABLES)
    server = start_server(codex)
    Conversation.start(server, model_name).turn(read(DELEGATION), Spawn(agent("child")))
    assert "export LORELUM_HOST_SESSION_ID=" in _command_that_ran(server.notifications("item/completed"))
    assert told(codex.model, agent("child")) == [DELEGATION]


def test_a_read_does_not_count_when_the_command_was_changed_in_another_way(
    make_beside: MakeBeside, start_server: StartServer, agent: Agent
) -> None:
    codex = make_beside("PreToolUse", OTHER_CHANGE)
    server = start_server(codex)
    Conversation.start(server).turn(read(DELEGATION), Spawn(agent("child")))
    assert "export LORE_STAND_IN_FORMAT=" in _command_that_ran(server.notifications("item/completed"))
    assert told(codex.model, agent("child")) == []


def test_reads_count_whatever_another_plugin_shows_the_model_instead(
    make_beside: MakeBeside, start_server: StartServer, agent: Agent
) -> None:
    codex = make_beside("PostToolUse", HIDE)
    server = start_server(codex)
    Conversation.start(server).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]


def _command_that_ran(items: list[dict[str, Any]]) -> str:
    [command] = [note["item"]["command"] for note in items if note["item"]["type"] == "commandExecution"]
    return str(command)
