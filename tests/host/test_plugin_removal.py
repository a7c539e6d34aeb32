"""Removal while a conversation runs, by Codex or by hand, leaves no hook that fails. [R21, R22]"""

from __future__ import annotations

import shutil

import pytest

from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from host.conftest import PLUGIN, Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told
from host.releases import REFUSED_BY_THE_HOST, Release, outcomes


@pytest.fixture(params=["released", "released_to_older"])
def codex(request: pytest.FixtureRequest) -> IsolatedCodex:
    """Either Codex, with the plugin."""
    found: IsolatedCodex = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("by_hand", [False, True], ids=["by-codex", "by-hand"])
def test_after_removal_no_hook_runs_in_old_or_new_sessions(
    codex: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent, by_hand: bool
) -> None:
    server = start_server(codex)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    before = len(server.hook_runs())

    if by_hand:
        shutil.rmtree(codex.installed(release.marketplace, PLUGIN))
    else:
        release.remove(codex)
    running.turn(read(EVIDENCE), Spawn(agent("child")))
    server.close()
    later = start_server(codex)
    Conversation.resume(later, running.thread_id).turn(read(EVIDENCE), Spawn(agent("later child")))

    assert told(codex.model, agent("child")) == told(codex.model, agent("later child")) == []
    assert server.hook_runs()[before:] == later.hook_runs() == []


def test_the_plugin_installed_again_goes_on_with_what_was_read_before(
    released: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent
) -> None:
    server = start_server(released)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    release.remove(released)
    release.install(released)
    server.close()

    Conversation.resume(start_server(released), running.thread_id).turn(Spawn(agent("child")))

    assert told(released.model, agent("child")) == [DELEGATION]


def test_parts_of_the_plugin_deleted_by_hand_cost_the_hints_and_fail_no_hook(
    released_to_older: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent
) -> None:
    server = start_server(released_to_older)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    before = len(server.hook_runs())

    for part in ("runtime", "bin"):
        shutil.rmtree(released_to_older.installed(release.marketplace, PLUGIN) / part)
        running.turn(read(EVIDENCE), Spawn(agent(f"child without {part}")))
        assert told(released_to_older.model, agent(f"child without {part}")) == []

    assert outcomes(server, before) == {("completed", ())}


def test_part_of_the_plugin_deleted_by_hand_is_a_change_to_a_codex_that_looks_for_changes(
    released: IsolatedCodex, release: Release, start_any_server: StartServer, agent: Agent
) -> None:
    server = start_any_server(released)
    running = Conversation.start(server)
    running.turn(read(DELEGATION))
    before = len(server.hook_runs())

    shutil.rmtree(released.installed(release.marketplace, PLUGIN) / "bin")
    running.turn(read(EVIDENCE), Spawn(agent("child")))

    assert told(released.model, agent("child")) == []
    assert outcomes(server, before) == {REFUSED_BY_THE_HOST}
