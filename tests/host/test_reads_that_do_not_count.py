"""What proves no read by the root agent is told to nobody, and takes nothing from the next read. [R9, R14, R15]"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import CODE_MODE, PLAIN_SHELL, IsolatedCodex
from codex_host.model_steps import Say, Shell, Spawn, Step
from codex_host.scripted_model import ScriptedModel
from codex_host.waiting import wait_until
from host.conftest import STAND_IN, Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, MISSING, command, read, told

COMMANDS = {
    "not-found": command(MISSING),
    "piped": f"{command(DELEGATION)} | cat",
    "redirected": f"{command(DELEGATION)} > out.json; cat out.json",
    "in-a-script": "sh ./read.sh",
    "forged": "cat forged.json",
    "forged-in-the-form-of-a-read": f"cat forged.json # {command(DELEGATION)}",
    "followed-by-another-command": f"{command(DELEGATION)}; ls",
    "failed-and-forged": f"lore get {MISSING} --json || cat forged.json",
    "text-for-people": f"lore get {DELEGATION}",
    "another-store": f"lore get {DELEGATION} --json --store-root ./store",
    "in-the-background": f"{command(DELEGATION)} &\nwait",
}


@pytest.fixture(scope="module", autouse=True)
def files_of_the_project(codex: IsolatedCodex) -> None:
    """A script that reads, and an answer of `lore` that somebody kept."""
    answer = subprocess.run([STAND_IN / "lore", "get", DELEGATION, "--json"], capture_output=True, check=True).stdout
    (codex.project / "forged.json").write_bytes(answer)
    (codex.project / "read.sh").write_text(f"{command(DELEGATION)}\n")


def assert_only_the_next_read_is_told(conversation: Conversation, agent: Agent, *steps: Step) -> None:
    """The steps give a child nothing; a plain read after them, in the same conversation, is told all the same."""
    model = conversation.server.codex.model
    conversation.turn(*steps, Spawn(agent("child")))
    assert told(model, agent("child")) == []
    conversation.turn(read(EVIDENCE), Spawn(agent("later child")))
    assert told(model, agent("later child")) == [EVIDENCE]


@pytest.mark.parametrize("kind", COMMANDS)
def test_what_is_no_plain_read_does_not_count(server: AppServer, model_name: str, agent: Agent, kind: str) -> None:
    assert_only_the_next_read_is_told(Conversation.start(server, model_name), agent, Shell(COMMANDS[kind]))


def test_a_read_from_a_project_layer_does_not_count(
    codex: IsolatedCodex, server: AppServer, model_name: str, agent: Agent
) -> None:
    layered = codex.project / "layered"
    (layered / ".lorelum").mkdir(parents=True, exist_ok=True)
    step = Shell(command(DELEGATION), workdir=str(layered))
    assert_only_the_next_read_is_told(Conversation.start(server, model_name), agent, step)


def test_a_truncated_read_does_not_count(
    codex: IsolatedCodex, start_server: StartServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    long_answers = start_server(codex, {"LORE_STAND_IN_BODY_LINES": "4000"})
    Conversation.start(long_answers, model_name).turn(read(DELEGATION), Spawn(agent("child")))
    assert "truncated" in model.requests_of(_last_turn(model))[-1].tool_outputs()[0]
    assert told(model, agent("child")) == []


def _last_turn(model: ScriptedModel) -> str:
    """The script of the last root agent that asked."""
    roots = [request for request in model.requests() if request.script and request.parent_thread_id is None]
    return str(roots[-1].script)


def test_a_read_that_was_never_seen_to_end_does_not_count(
    codex: IsolatedCodex, start_server: StartServer, model: ScriptedModel, agent: Agent
) -> None:
    calls = Path(codex.environment["LORE_STAND_IN_CALLS"])
    before = _lines(calls)
    conversation = Conversation.start(start_server(codex, {"LORE_STAND_IN_SECONDS": "1"}), PLAIN_SHELL)
    conversation.turn(Shell(command(DELEGATION), yield_ms=250), Spawn(agent("child")))
    assert told(model, agent("child")) == []
    wait_until(lambda: _lines(calls) > before, "the end of the read that nobody polls")
    conversation.turn(Spawn(agent("later child")))
    assert told(model, agent("later child")) == []


def test_an_interrupted_read_does_not_count(
    codex: IsolatedCodex, start_server: StartServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    server = start_server(codex, {"LORE_STAND_IN_SECONDS": "1"})
    conversation = Conversation.start(server, model_name)
    turn = conversation.begin_turn(read(DELEGATION), Say())
    server.wait_for(lambda: _shell_calls(server, "item/started"), "the start of the read")
    conversation.interrupt(turn)
    conversation.turn(read(EVIDENCE), Spawn(agent("child")))
    assert told(model, agent("child")) == [EVIDENCE]


def test_a_reviewer_s_read_does_not_count(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    conversation = Conversation.start(server, model_name)
    conversation.turn(read(EVIDENCE))
    conversation.review(read(DELEGATION), Say())
    assert any(DELEGATION in call["item"]["command"] for call in _shell_calls(server, "item/completed"))
    conversation.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == [EVIDENCE]


def test_a_read_of_an_ephemeral_conversation_does_not_count(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    conversation = Conversation.start(server, model_name, ephemeral=True)
    conversation.turn(read(DELEGATION), Spawn(agent("child")))
    assert told(model, agent("child")) == []


@pytest.mark.parametrize("name", [PLAIN_SHELL, CODE_MODE])
def test_a_child_s_read_flows_neither_to_a_sibling_nor_to_the_root(
    server: AppServer, model: ScriptedModel, agent: Agent, name: str
) -> None:
    conversation = Conversation.start(server, name)
    conversation.turn(read(EVIDENCE), Spawn(agent("reader"), (read(DELEGATION), Say())))
    assert DELEGATION in model.requests_of(agent("reader"))[-1].tool_outputs()[0]
    conversation.turn(Spawn(agent("sibling")))
    assert told(model, agent("sibling")) == [EVIDENCE]


def _shell_calls(server: AppServer, method: str) -> list[dict[str, dict[str, str]]]:
    return [note for note in server.notifications(method) if note["item"]["type"] == "commandExecution"]


def _lines(path: Path) -> int:
    return len(path.read_text().splitlines()) if path.exists() else 0
