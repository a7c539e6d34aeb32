"""Whatever stands in place of a file or folder of the state, hooks end in time, say nothing wrong, and touch nothing
that lies elsewhere. [R12, R13, R21]"""

from __future__ import annotations

import os
import socket
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.locks import ROOTS_LOCK, TALLY_LOCK, stripe

NAME = ConversationKey("codex", "s").hashed()
PLACES = (
    f"conversations/{NAME}.json",
    f"damaged/{NAME}.json",
    f"locks/{stripe(NAME)}",
    f"locks/{ROOTS_LOCK}",
    f"locks/{TALLY_LOCK}",
    "secret",
    "tally.json",
    "diagnostics.log",
    "diagnostics.log.1",
    "conversations",
    "damaged",
    "locks",
)
VICTIM = b"the owner's own words\n"


def _link_to_file(path: Path, victim: Path) -> None:
    path.symlink_to(victim)


def _link_to_folder(path: Path, victim: Path) -> None:
    path.symlink_to(victim.parent)


def _link_to_nothing(path: Path, victim: Path) -> None:
    path.symlink_to(victim.with_name("made by following a link"))


def _link_to_itself(path: Path, victim: Path) -> None:
    path.symlink_to(path)


def _pipe(path: Path, victim: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path, victim: Path) -> None:
    with socket.socket(socket.AF_UNIX) as planted:
        here = Path.cwd()
        os.chdir(path.parent)  # a socket's path may be 107 bytes long
        try:
            planted.bind(path.name)
        finally:
            os.chdir(here)


def _folder(path: Path, victim: Path) -> None:
    path.mkdir()
    (path / "mine").write_bytes(VICTIM)


def _file(path: Path, victim: Path) -> None:
    path.write_bytes(VICTIM)


def _unreadable(path: Path, victim: Path) -> None:
    path.write_bytes(VICTIM)
    path.chmod(0)


def _device(number: tuple[int, int]) -> Callable[[Path, Path], None]:
    def plant(path: Path, victim: Path) -> None:
        try:
            os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(*number))
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        except PermissionError:
            pytest.skip("devices can only be made by root, on a file system that allows them")

    return plant


KINDS: dict[str, Callable[[Path, Path], None]] = {
    "link to a file": _link_to_file,
    "link to a folder": _link_to_folder,
    "link to nothing": _link_to_nothing,
    "link to itself": _link_to_itself,
    "pipe": _pipe,
    "socket": _socket,
    "folder": _folder,
    "file": _file,
    "unreadable file": _unreadable,
    "endless device": _device((1, 5)),
    "full device": _device((1, 7)),
}


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file of the owner's in a folder of its own, outside the state."""
    path = tmp_path / "own" / "letter"
    path.parent.mkdir(mode=0o700)
    path.write_bytes(VICTIM)
    path.chmod(0o640)
    os.utime(path, (1, 1))
    return path


def plant(place: Path, kind: str, victim: Path) -> None:
    """Moves what stands there out of the way, and puts something else in its place."""
    if place.exists():
        place.rename(place.with_name("moved"))
    place.parent.mkdir(mode=0o700, exist_ok=True)
    KINDS[kind](place, victim)


def whole_conversation(driver: CodexDriver) -> str:
    """Events of all kinds, a fault among them; the hint."""
    driver.send(driver.start("s", "resume"))
    driver.send(b"{")
    driver.read("s")
    driver.send(driver.start("new"))
    driver.send(driver.start("s", "clear"))
    driver.read("s")
    hint = driver.hint("s")
    driver.send(driver.end("s"))
    return hint


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_followed_waited_for_or_overwritten(place: str, kind: str, state_path: Path, victim: Path) -> None:
    driver = CodexDriver()
    driver.send(driver.start("s"))
    driver.read("s")
    plant(state_path / place, kind, victim)

    started = time.monotonic()
    hint = whole_conversation(driver)

    assert time.monotonic() - started < bounds.HOOK_SECONDS
    assert hint == "" or f'id "{PRACTICE}"' in hint
    found = victim.stat()
    assert (victim.read_bytes(), found.st_mtime, stat.S_IMODE(found.st_mode)) == (VICTIM, 1, 0o640)
    assert [path.name for path in victim.parent.iterdir()] == [victim.name]


# A lock that cannot be had costs what it guards.
ONE_FILE = [place for place in PLACES if ("/" in place or "." in place or place == "secret") and "locks" not in place]


@pytest.mark.parametrize("place", ONE_FILE)
def test_what_stands_in_place_of_one_file_costs_no_other_conversation_its_start(
    place: str, state_path: Path, victim: Path
) -> None:
    driver = CodexDriver()
    driver.send(driver.start("s"))
    plant(state_path / place, "link to a file", victim)
    driver.send(driver.start("other"))
    driver.read("other")
    assert PRACTICE in driver.hint("other")


@pytest.mark.parametrize("kind", ["link to a file", "pipe", "socket", "file", "endless device"])
def test_what_is_no_folder_in_place_of_the_state_is_left_alone(kind: str, state_path: Path, victim: Path) -> None:
    KINDS[kind](state_path, victim)
    before = state_path.lstat()
    assert whole_conversation(CodexDriver()) == ""
    assert state_path.lstat().st_ino == before.st_ino
    assert victim.read_bytes() == VICTIM


def test_a_state_that_is_led_to_a_folder_of_the_owners_touches_nothing_there(
    state_path: Path, victim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may rename a folder above the state can do this."""
    monkeypatch.setattr(bounds, "ROOTS", 1)
    monkeypatch.setattr(bounds, "ROOTS_DROPPED_AT_ONCE", 1)
    for name in ("old.tmp", "conversations.json", "tally.json.bak"):
        victim.with_name(name).write_bytes(VICTIM)
        os.utime(victim.with_name(name), (1, 1))
    before = {path: path.stat() for path in victim.parent.iterdir()}
    state_path.symlink_to(victim.parent)
    assert whole_conversation(CodexDriver()) == ""
    assert {path: path.stat() for path in victim.parent.iterdir()} == before


def test_a_state_may_lie_behind_a_link(state_path: Path) -> None:
    """As of a user who keeps it on another disk."""
    folder = state_path.with_name("on another disk")
    folder.mkdir(mode=0o700)
    state_path.symlink_to(folder)
    assert PRACTICE in whole_conversation(CodexDriver())
