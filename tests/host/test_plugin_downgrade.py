"""Back to an older version: what a newer one wrote is left alone, byte for byte, and said. [R13, R21, R22]"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from host.conftest import PLUGIN, Agent, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told
from host.releases import Release
from host.test_doctor import doctor, put_codex_on_path

LEFT_ALONE = "The file was written by a newer version of practice-ledger; this one leaves it alone."


@pytest.fixture
def of_newer(released: IsolatedCodex, release: Release, start_server: StartServer, agent: Agent) -> str:
    """The thread of a conversation that a newer version remembers a read of, in a Codex that has gone back since."""
    release.publish_with_other_documents()
    install(released, release)
    newer = start_server(released)
    running = Conversation.start(newer)
    running.turn(read(DELEGATION), Spawn(agent("child of the newer")))
    assert told(released.model, agent("child of the newer")) == [DELEGATION]
    newer.close()
    release.publish_first_again()
    install(released, release)
    return running.thread_id


def install(codex: IsolatedCodex, release: Release) -> None:
    release.install(codex)
    hook_trust.trust_all(codex)


def documents(codex: IsolatedCodex) -> dict[str, bytes]:
    """The documents of a later form."""
    folder = Path(codex.environment["PRACTICE_LEDGER_HOME"]) / "conversations"
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    return {name: data for name, data in found.items() if json.loads(data)["version"] == 2}


def command(codex: IsolatedCodex, release: Release, *arguments: str) -> Any:
    """The result of a command of the installed plugin."""
    done = subprocess.run(
        [codex.installed(release.marketplace, PLUGIN) / "bin" / PLUGIN, *arguments, "--json"],
        env=codex.environment,
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)["result"]


def test_the_older_version_leaves_a_newer_document_alone_and_the_newer_goes_on_with_it(
    released: IsolatedCodex, release: Release, of_newer: str, start_server: StartServer, agent: Agent
) -> None:
    model = released.model
    before = documents(released)
    assert len(before) == 1

    server = start_server(released)
    resumed = Conversation.resume(server, of_newer)
    resumed.turn(read(EVIDENCE), Spawn(agent("child")))
    assert told(model, agent("child")) == []
    other = Conversation.start(server)
    other.turn(read(EVIDENCE), Spawn(agent("child of another")))
    assert told(model, agent("child of another")) == [EVIDENCE]
    resumed.compact()
    server.close()
    assert documents(released) == before

    release.publish_with_other_documents()
    install(released, release)
    newer = start_server(released)
    Conversation.resume(newer, of_newer).turn(Spawn(agent("child of the newer again")))
    assert told(model, agent("child of the newer again")) == [DELEGATION]
    Conversation.resume(newer, other.thread_id).turn(Spawn(agent("child of what the older wrote")))
    assert told(model, agent("child of what the older wrote")) == [EVIDENCE]


def test_the_commands_of_the_older_version_name_a_newer_document_and_forget_it_only_by_name(
    released: IsolatedCodex, release: Release, of_newer: str
) -> None:
    put_codex_on_path(released)
    before = documents(released)

    check = doctor(released)["state-files"]
    assert check["finding"] == "state-newer"
    assert "1 file of a newer version" in [each["text"] for each in check["evidence"]]
    assert command(released, release, "status")["faults"] == 1
    [fault] = command(released, release, "list")["faults"]
    assert fault["message"] == LEFT_ALONE
    assert command(released, release, "forget", "--older-than", "0h", "--yes")["newer"] == 1
    assert documents(released) == before

    forgotten = command(released, release, "forget", fault["handle"], "--yes")
    assert forgotten["removed"] == [fault["handle"]]
    assert documents(released) == {}
