"""The plugin works wherever Codex keeps it, and whatever the environment leaves out. [R13, R21]"""

from __future__ import annotations

from pathlib import Path

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read, told

PLACES = {
    "spaces": "my codex home ",
    "quotes": 'it\'s a "codex" `home`',
    "signs-of-shells": "a&b(c)%PATH%;$HOME!*?[x]{y}#~",
    "letters": "Ärger-für-çödex-漢字-😀",
}


@pytest.mark.parametrize("kind", PLACES)
def test_a_read_reaches_a_child_wherever_codex_keeps_the_plugin(
    make_codex: MakeCodex, start_server: StartServer, marketplace: Path, agent: Agent, kind: str
) -> None:
    codex = make_codex(kind, home_name=PLACES[kind])
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    Conversation.start(start_server(codex)).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]


def test_without_home_a_read_reaches_a_child(codex: IsolatedCodex, start_server: StartServer, agent: Agent) -> None:
    Conversation.start(start_server(codex, {"HOME": None})).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]


def test_without_settings_the_state_is_kept_where_the_user_s_state_belongs(
    codex: IsolatedCodex, start_server: StartServer, agent: Agent, tmp_path: Path
) -> None:
    server = start_server(codex, {"PRACTICE_LEDGER_HOME": None, "HOME": None, "XDG_STATE_HOME": str(tmp_path)})
    Conversation.start(server).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]
    assert list((tmp_path / "practice-ledger" / "conversations").iterdir())


def test_nothing_is_written_into_the_plugin(codex: IsolatedCodex, start_server: StartServer, agent: Agent) -> None:
    plugins = codex.home / "plugins"
    before = _files(plugins)
    Conversation.start(start_server(codex)).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]
    assert _files(plugins) == before


def _files(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.lstat().st_mtime_ns, path.lstat().st_size) for path in folder.rglob("*")}
