"""Whatever is broken, tools answer and subagents start as without the plugin. [R2, R21]"""

from __future__ import annotations

import fcntl
import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import CODE_MODE, PLAIN_SHELL, IsolatedCodex
from codex_host.model_steps import Say, Spawn
from host.comparison import comparable
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, EVIDENCE, MISSING, read, told
from needed_tools import skip_or_fail
from practice_ledger import bounds
from practice_ledger.storage import locks

Played = tuple[list[str], list[str]]


@pytest.fixture(scope="module")
def without_plugin(make_codex: MakeCodex) -> IsolatedCodex:
    return make_codex("without")


class Player:
    """Plays one conversation of two turns, in which root and child read, and says what their models were sent."""

    _numbers = itertools.count(1)

    def __init__(self, start_server: StartServer) -> None:
        self._start_server = start_server

    def play(
        self,
        codex: IsolatedCodex,
        environment: Mapping[str, str | None] | None = None,
        model_name: str = PLAIN_SHELL,
        between_turns: Callable[[], None] = lambda: None,
    ) -> Played:
        child = f"player-{next(self._numbers)}-child"
        server = self._start_server(codex, environment)
        before = len(codex.model.requests())
        conversation = Conversation.start(server, model_name)
        conversation.turn(read(DELEGATION))
        between_turns()
        conversation.turn(read(DELEGATION), read(MISSING), Spawn(child, (read(EVIDENCE), Say())))
        server.close()
        sent = codex.model.requests()[before:]
        roots = [request for request in sent if request.parent_thread_id is None]
        children = [request for request in sent if request.parent_thread_id is not None]
        assert [len(roots), len(children)] == [6, 2]
        return comparable(codex, roots), comparable(codex, children)


@pytest.fixture
def player(start_server: StartServer) -> Player:
    return Player(start_server)


@pytest.mark.parametrize("model_name", [PLAIN_SHELL, CODE_MODE])
def test_with_the_plugin_only_the_hint_is_added(
    player: Player, codex: IsolatedCodex, without_plugin: IsolatedCodex, model_name: str
) -> None:
    roots, children = player.play(codex, model_name=model_name)
    plain_roots, plain_children = player.play(without_plugin, model_name=model_name)
    assert roots == plain_roots
    assert children != plain_children


def test_without_the_binary_nothing_differs(
    player: Player, without_plugin: IsolatedCodex, make_codex: MakeCodex, marketplace: Path, place: Path
) -> None:
    bare = place / "market without binary"
    shutil.copytree(marketplace, bare)
    shutil.rmtree(bare / "plugins" / PLUGIN / "runtime")
    codex = make_codex("bare")
    codex.add_plugin(bare, PLUGIN)
    hook_trust.trust_all(codex)
    assert player.play(codex) == player.play(without_plugin)


def test_with_a_locked_state_nothing_differs(
    player: Player, codex: IsolatedCodex, without_plugin: IsolatedCodex, tmp_path: Path
) -> None:
    environment = {"PRACTICE_LEDGER_HOME": str(tmp_path)}
    with all_locks_held(tmp_path):
        assert player.play(codex, environment) == player.play(without_plugin)


@contextmanager
def all_locks_held(state: Path) -> Iterator[None]:
    stripes = [locks.stripe(f"{number:08x}") for number in range(bounds.LOCK_STRIPES)]
    folder = state / "locks"
    folder.mkdir(mode=0o700)
    with ExitStack() as opened:
        for name in (*stripes, locks.ROOTS_LOCK, locks.TALLY_LOCK):
            lock = opened.enter_context((folder / name).open("a"))
            (folder / name).chmod(0o600)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def test_with_a_read_only_state_nothing_differs(
    player: Player, codex: IsolatedCodex, without_plugin: IsolatedCodex, small_disk: Path
) -> None:
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    environment = {"PRACTICE_LEDGER_HOME": str(small_disk / "state")}
    assert player.play(codex, environment) == player.play(without_plugin)


def test_with_a_full_disk_nothing_differs(
    player: Player, codex: IsolatedCodex, without_plugin: IsolatedCodex, small_disk: Path
) -> None:
    fill(small_disk / "filler")
    environment = {"PRACTICE_LEDGER_HOME": str(small_disk / "state")}
    assert player.play(codex, environment) == player.play(without_plugin)
    assert not any(path.read_bytes() for path in small_disk.glob("state/conversations/*"))


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 512)
        except OSError:
            return


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(disk)]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except FileNotFoundError:
        skip_or_fail("mount is missing")
    if done.returncode:
        skip_or_fail(f"a file system cannot be mounted here: {done.stderr.decode()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


def damage_documents(state: Path) -> None:
    for document in (state / "conversations").iterdir():
        document.write_bytes(document.read_bytes()[:-9])


def replace_by_a_file(state: Path) -> None:
    shutil.rmtree(state)
    state.write_text("not a folder")


def put_files_in_place_of_folders(state: Path) -> None:
    for name in ("conversations", "locks"):
        shutil.rmtree(state / name)
        (state / name).write_text("not a folder")


@pytest.mark.parametrize("damage", [damage_documents, replace_by_a_file, put_files_in_place_of_folders])
def test_with_a_damaged_state_nothing_differs(
    player: Player,
    codex: IsolatedCodex,
    without_plugin: IsolatedCodex,
    tmp_path: Path,
    damage: Callable[[Path], None],
) -> None:
    state = tmp_path / "state"
    played = player.play(codex, {"PRACTICE_LEDGER_HOME": str(state)}, between_turns=lambda: damage(state))
    assert played == player.play(without_plugin)


def test_a_damaged_document_harms_no_other_conversation_and_is_kept(
    codex: IsolatedCodex, start_server: StartServer, agent: Agent, tmp_path: Path
) -> None:
    server = start_server(codex, {"PRACTICE_LEDGER_HOME": str(tmp_path)})
    conversation, neighbour = Conversation.start(server), Conversation.start(server)
    conversation.turn(read(DELEGATION))
    [document] = (tmp_path / "conversations").iterdir()
    neighbour.turn(read(EVIDENCE))
    document.write_bytes(b'{"damaged')
    conversation.turn(read(EVIDENCE), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == []
    neighbour.turn(Spawn(agent("neighbour's child")))
    assert told(codex.model, agent("neighbour's child")) == [EVIDENCE]
    assert b'{"damaged' in [path.read_bytes() for path in (tmp_path / "damaged").iterdir()]


def test_a_plugin_that_is_not_trusted_does_nothing(
    player: Player, make_codex: MakeCodex, marketplace: Path, without_plugin: IsolatedCodex
) -> None:
    codex = make_codex("untrusted")
    codex.add_plugin(marketplace, PLUGIN)
    assert set(hook_trust.trust_statuses(codex).values()) == {"untrusted"}
    assert player.play(codex) == player.play(without_plugin)
