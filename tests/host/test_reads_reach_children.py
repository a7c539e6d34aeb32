"""What the root agent provably read is told to its subagents. [R12, R15, R17]"""

from __future__ import annotations

from pathlib import Path

import pytest

from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.hint_message import hints_of
from codex_host.isolated_codex import CODE_MODE, PLAIN_SHELL, IsolatedCodex
from codex_host.model_steps import AtOnce, JavaScript, Poll, Say, Shell, Spawn, Step
from codex_host.scripted_model import ScriptedModel
from host.conftest import Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, command, read, told
from needed_tools import skip_or_fail


def test_a_read_reaches_a_child_that_is_spawned_in_the_very_next_step(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    child = agent("child")
    Conversation.start(server, model_name).turn(read(DELEGATION), Spawn(child))
    assert told(model, child) == [DELEGATION]


def test_a_read_reaches_a_child_of_a_later_turn(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    child = agent("child")
    conversation = Conversation.start(server, model_name)
    conversation.turn(read(DELEGATION))
    conversation.turn(Spawn(child))
    assert told(model, child) == [DELEGATION]


def test_a_read_reaches_a_grandchild(server: AppServer, model: ScriptedModel, agent: Agent) -> None:
    child, grandchild = agent("child"), agent("grandchild")
    Conversation.start(server, CODE_MODE).turn(read(DELEGATION), Spawn(child, (Spawn(grandchild), Say())))
    assert told(model, child) == [DELEGATION]
    assert told(model, grandchild) == [DELEGATION]


def test_the_newest_read_is_told_first(server: AppServer, model: ScriptedModel, model_name: str, agent: Agent) -> None:
    child = agent("child")
    Conversation.start(server, model_name).turn(read(DELEGATION), read(EVIDENCE), read(DELEGATION), Spawn(child))
    assert told(model, child) == [DELEGATION, EVIDENCE]


def test_the_child_is_given_no_practice_and_none_is_read_for_it(
    codex: IsolatedCodex, server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    child = agent("child")
    log = Path(codex.environment["LORE_STAND_IN_CALLS"])
    before = len(log.read_text().splitlines()) if log.exists() else 0
    Conversation.start(server, model_name).turn(read(DELEGATION), Spawn(child))
    assert len(log.read_text().splitlines()) == before + 1
    [hint] = hints_of(model.first_request_of(child))
    assert len(hint.encode()) <= 3072
    assert "When to apply" not in model.first_request_of(child).text()


_TWO_AT_ONCE = f"""
const ids = [{DELEGATION!r}, {EVIDENCE!r}];
await Promise.all(ids.map(id => tools.exec_command({{cmd: `lore get ${{id}} --json`, login: false}})));
text('read');
"""


@pytest.mark.parametrize(
    ("model_name", "step"),
    [
        pytest.param(PLAIN_SHELL, AtOnce((read(DELEGATION), read(EVIDENCE))), id="calls-at-once"),
        pytest.param(PLAIN_SHELL, Shell(f"{command(DELEGATION)} && {command(EVIDENCE)}"), id="one-command"),
        pytest.param(CODE_MODE, Shell(f"{command(DELEGATION)}; {command(EVIDENCE)}"), id="one-command-in-a-script"),
        pytest.param(CODE_MODE, JavaScript(_TWO_AT_ONCE), id="calls-at-once-in-a-script"),
    ],
)
def test_two_reads_at_once_are_both_told(
    server: AppServer, model: ScriptedModel, agent: Agent, model_name: str, step: Step
) -> None:
    child = agent("child")
    Conversation.start(server, model_name).turn(step, Spawn(child))
    assert sorted(told(model, child)) == [DELEGATION, EVIDENCE]


@pytest.mark.parametrize(
    "shown",
    [pytest.param("text(String(r.output).slice(0, 80));", id="in-part"), pytest.param("text('ok');", id="not-at-all")],
)
def test_a_read_counts_whatever_part_of_it_a_script_shows(
    server: AppServer, model: ScriptedModel, agent: Agent, shown: str
) -> None:
    child = agent("child")
    script = f"const r = await tools.exec_command({{cmd: {command(DELEGATION)!r}, login: false}}); {shown}"
    Conversation.start(server, CODE_MODE).turn(JavaScript(script), Spawn(child))
    assert told(model, child) == [DELEGATION]


def test_a_read_in_a_terminal_counts(server: AppServer, model: ScriptedModel, agent: Agent) -> None:
    child = agent("child")
    Conversation.start(server).turn(Shell(command(DELEGATION), tty=True), Spawn(child))
    assert told(model, child) == [DELEGATION]


def test_a_slow_read_counts_once_its_end_was_seen(
    codex: IsolatedCodex, model: ScriptedModel, agent: Agent, start_server: StartServer
) -> None:
    child = agent("child")
    server = start_server(codex, {"LORE_STAND_IN_SECONDS": "1.5"})
    Conversation.start(server).turn(Shell(command(DELEGATION), yield_ms=300), Poll(), Spawn(child))
    assert told(model, child) == [DELEGATION]


@pytest.mark.parametrize("sandbox", ["workspace-write", "read-only"])
def test_a_read_in_a_sandbox_counts(
    codex: IsolatedCodex, start_server: StartServer, model_name: str, agent: Agent, sandbox: str
) -> None:
    server = start_server(codex, {"LORE_STAND_IN_CALLS": None})
    Conversation.start(server, model_name, sandbox=sandbox).turn(read(DELEGATION), Spawn(agent("child")))
    calls = [note["item"] for note in server.notifications("item/completed")]
    if not any(DELEGATION in (call.get("aggregatedOutput") or "") for call in calls):
        skip_or_fail("Codex's sandbox does not run commands on this machine")
    assert told(codex.model, agent("child")) == [DELEGATION]
