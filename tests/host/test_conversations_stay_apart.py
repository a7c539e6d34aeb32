"""A conversation is told its own reads only, and for as long as they are part of its history. [R9, R10]"""

from __future__ import annotations

from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from codex_host.scripted_model import ScriptedModel
from host.conftest import Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told


def test_another_conversation_is_told_nothing(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    Conversation.start(server, model_name).turn(read(DELEGATION))
    Conversation.start(server, model_name).turn(Spawn(agent("child")))
    assert told(model, agent("child")) == []


def test_two_conversations_at_once_are_each_told_their_own(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    one, other = Conversation.start(server, model_name), Conversation.start(server, model_name)
    one.turn(read(DELEGATION))
    other.turn(read(EVIDENCE), Spawn(agent("other child")))
    one.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]
    assert told(model, agent("other child")) == [EVIDENCE]


def test_a_fork_is_told_nothing_old_and_leaves_the_original_alone(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    original = Conversation.start(server, model_name)
    original.turn(read(DELEGATION))
    fork = original.fork()
    fork.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == []
    fork.turn(read(EVIDENCE), Spawn(agent("later child")))
    assert told(model, agent("later child")) == [EVIDENCE]
    original.turn(Spawn(agent("original's child")))
    assert told(model, agent("original's child")) == [DELEGATION]


def test_a_rewound_conversation_is_told_nothing_old(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    conversation = Conversation.start(server, model_name)
    conversation.turn(read(DELEGATION))
    conversation.rewind(conversation.turn(read(EVIDENCE)))
    conversation.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == []
    conversation.turn(read(EVIDENCE), Spawn(agent("later child")))
    assert told(model, agent("later child")) == [EVIDENCE]


def test_a_resumed_conversation_is_still_told(
    codex: IsolatedCodex, start_server: StartServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    before = start_server(codex)
    conversation = Conversation.start(before, model_name)
    conversation.turn(read(DELEGATION))
    before.close()
    resumed = Conversation.resume(start_server(codex), conversation.thread_id)
    resumed.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]


def test_a_compacted_conversation_is_still_told(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    conversation = Conversation.start(server, model_name)
    conversation.turn(read(DELEGATION))
    conversation.compact()
    conversation.turn(Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]


def test_the_end_of_a_session_forgets_nothing(
    server: AppServer, model: ScriptedModel, model_name: str, agent: Agent
) -> None:
    conversation = Conversation.start(server, model_name)
    conversation.turn(read(DELEGATION))
    conversation.archive()
    assert [run.status for run in server.hook_runs() if run.event == "sessionEnd"] == ["completed"]
    conversation.unarchive().turn(Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]
