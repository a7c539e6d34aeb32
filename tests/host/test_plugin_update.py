"""An update while a conversation runs: nothing of the new version runs before it is trusted. [R21, R22]"""

from __future__ import annotations

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Say, Spawn
from host.conftest import Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told
from host.releases import NEWER, REFUSED_BY_THE_HOST, Release, outcomes


@pytest.mark.parametrize("version", [NEWER, None], ids=["newer-version", "same-version"])
def test_after_an_update_nothing_runs_in_old_or_new_sessions_until_it_is_trusted(
    released: IsolatedCodex, release: Release, start_any_server: StartServer, agent: Agent, version: str | None
) -> None:
    model = released.model
    server = start_any_server(released)
    running = Conversation.start(server)
    running.turn(read(DELEGATION), Spawn(agent("child")))
    assert told(model, agent("child")) == [DELEGATION]
    before = len(server.hook_runs())

    release.publish(version)
    release.install(released)
    running.turn(read(EVIDENCE), Spawn(agent("child after"), (read(EVIDENCE), Say())))
    Conversation.start(server).turn(read(EVIDENCE), Spawn(agent("new child")))
    assert told(model, agent("child after")) == []
    assert told(model, agent("new child")) == []
    assert EVIDENCE in model.requests_of(agent("child after"))[-1].tool_outputs()[0]
    assert outcomes(server, before) == {REFUSED_BY_THE_HOST}

    later = start_any_server(released)
    Conversation.start(later).turn(read(EVIDENCE), Spawn(agent("later child")))
    assert told(model, agent("later child")) == []
    assert outcomes(later) == {REFUSED_BY_THE_HOST}
    assert set(hook_trust.trust_statuses(released).values()) == {"modified"}
    assert release.ran() == set()

    hook_trust.trust_all(released)
    before = len(server.hook_runs())
    running.turn(read(EVIDENCE), Spawn(agent("child in a conversation that stayed open")))
    assert told(model, agent("child in a conversation that stayed open")) == []
    assert outcomes(server, before) == {REFUSED_BY_THE_HOST}
    assert release.ran() == set()

    server.close()
    trusted = start_any_server(released)
    Conversation.start(trusted).turn(read(EVIDENCE), Spawn(agent("last child")))
    assert told(model, agent("last child")) == [EVIDENCE]
    Conversation.resume(trusted, running.thread_id).turn(Spawn(agent("child of what was read before")))
    assert told(model, agent("child of what was read before")) == [DELEGATION]
    assert outcomes(trusted) == {("completed", ())}
    assert release.ran() == {"practice-ledger-hook"}
