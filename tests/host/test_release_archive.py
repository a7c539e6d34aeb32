"""An archive that was unpacked is a marketplace: added, installed and trusted, its plugin works. [R22]"""

from __future__ import annotations

from pathlib import Path

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.model_steps import Spawn
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read, told
from release.archive import TAR, pack, unpack


def test_an_unpacked_archive_is_added_and_a_read_reaches_a_child(
    make_codex: MakeCodex, start_server: StartServer, release_folder: Path, agent: Agent, place: Path
) -> None:
    archive = place / f"archive{TAR}"
    pack(release_folder, archive, 1_700_000_001)
    unpacked = unpack(archive, place / "it's (odd) & unpacked")

    codex = make_codex("released")
    codex.add_plugin(unpacked, PLUGIN)
    hook_trust.trust_all(codex)

    Conversation.start(start_server(codex)).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]
