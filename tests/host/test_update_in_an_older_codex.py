"""Codex before 0.165 asks for trust again when the definition of a hook changes, and for nothing else. [R21, R22]"""

from __future__ import annotations

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from host.conftest import Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told
from host.releases import Release


def test_an_update_with_the_same_hooks_goes_on_at_once_with_what_was_read_before(
    released_to_older: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent
) -> None:
    codex = released_to_older
    server = start_server(codex)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))

    release.publish()
    release.install(codex)
    running.turn(Spawn(agent("child after")))

    assert told(codex.model, agent("child after")) == [DELEGATION]
    assert release.ran() == {"practice-ledger-hook"}
    assert set(hook_trust.trust_statuses(codex).values()) == {"trusted"}


def test_after_an_update_with_other_hooks_nothing_runs_until_it_is_trusted(
    released_to_older: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent
) -> None:
    codex = released_to_older
    server = start_server(codex)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    before = len(server.hook_runs())

    release.publish()
    release.hooks.write_text(release.hooks.read_text().replace("; exit 0", ";  exit 0"))
    release.install(codex)
    running.turn(read(EVIDENCE), Spawn(agent("child after")))
    Conversation.start(server).turn(read(EVIDENCE), Spawn(agent("new child")))
    assert told(codex.model, agent("child after")) == []
    assert told(codex.model, agent("new child")) == []
    assert server.hook_runs()[before:] == []
    assert set(hook_trust.trust_statuses(codex).values()) == {"modified"}
    assert release.ran() == set()

    hook_trust.trust_all(codex)
    server.close()
    trusted = start_server(codex)
    Conversation.resume(trusted, running.thread_id).turn(Spawn(agent("child of what was read before")))
    assert told(codex.model, agent("child of what was read before")) == [DELEGATION]
    assert release.ran() == {"practice-ledger-hook"}
