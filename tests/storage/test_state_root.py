"""The state directory is the product's own: a folder that holds something else is never used. [R13]"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger.deadline import Deadline
from practice_ledger.refusals import Refused
from practice_ledger.settings.settings import put_in_force
from practice_ledger.storage.state import State
from practice_ledger.storage.state_root import MARK, opened_root

LOCK = "locks/stripe-00.lock"
NAME = "ab" * 32
FOREIGN = {
    "a note": ("note.txt",),
    "a home": ("settings.json", "secret", "diagnostics.log.1", "notes.1.0123456789ab.tmp", "locks/app.lock"),
    "a secret": ("secret",),
    "settings of another program": ("settings.json", "settings.toml"),
    "counts of another program": ("tally.json", f"conversations/{NAME}.json"),
    "a log": ("diagnostics.log",),
    "locks of another program": ("locks/app.lock",),
    "conversations of another program": ("conversations/1.json",),
    "a state among other things": ("note.txt", LOCK, "secret"),
    "a mark that is a folder": (f"{MARK}/x",),
}


def lay(folder: Path, *files: str) -> None:
    folder.mkdir(mode=0o700, exist_ok=True)
    for file in files:
        path = folder / file
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.write_text("somebody's own")
        os.utime(path, (1, 1))


def everything(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Which file each path is, and when it was changed, and what lies in which folder."""
    paths = sorted((folder, *folder.rglob("*")))
    return {path: (path.lstat().st_ino, path.lstat().st_mtime_ns, path.lstat().st_mode) for path in paths}


def whole_conversation() -> str:
    """Events of all kinds, a fault among them; the hint."""
    host = CodexDriver()
    host.send(b"{")
    host.send(host.start("a"))
    host.read("a")
    hint = host.hint("a")
    host.send(host.end("a"))
    return hint


def opened(path: Path, *, create: bool = False) -> State | None:
    return State.opened(str(path), Deadline(), create=create)


@pytest.fixture
def own_settings() -> None:
    """A settings file, whose quick form lies in the state."""
    path = Path(os.environ["HOME"]) / ".config/practice-ledger/settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text("hints = true\n")


@pytest.mark.usefixtures("own_settings")
@pytest.mark.parametrize("files", FOREIGN.values(), ids=FOREIGN)
def test_a_directory_that_holds_something_else_is_not_used_and_nothing_in_it_is_touched(
    state_path: Path, files: tuple[str, ...]
) -> None:
    lay(state_path, *files)
    before = everything(state_path)
    assert whole_conversation() == ""
    put_in_force(keep=True)
    for create in (True, False):
        with pytest.raises(Refused, match="state-foreign"):
            opened(state_path, create=create)
    assert everything(state_path) == before


def _made_by_the_product(path: Path) -> None:
    """By the first hook."""


def _made_by_a_person(path: Path) -> None:
    path.mkdir(mode=0o700)


def _with_a_persons_settings(path: Path) -> None:
    lay(path, "settings.toml")


def _left_by_a_hook_that_died(path: Path) -> None:
    lay(path, "conversations/x")
    (path / "conversations/x").unlink()


@pytest.mark.parametrize(
    "made", [_made_by_the_product, _made_by_a_person, _with_a_persons_settings, _left_by_a_hook_that_died]
)
def test_a_directory_that_holds_nothing_yet_is_marked_and_used(state_path: Path, made: Callable[[Path], None]) -> None:
    made(state_path)
    assert PRACTICE in whole_conversation()
    assert (state_path / MARK).stat().st_mode & 0o777 == 0o600
    assert "practice-ledger" in (state_path / MARK).read_text()


def test_whoever_only_looks_marks_nothing(state_path: Path) -> None:
    assert opened(state_path) is None
    state_path.mkdir(mode=0o700)
    assert opened(state_path) is None
    assert list(state_path.iterdir()) == []


def test_a_state_whose_mark_got_lost_is_known_by_what_lies_in_it_and_marked_again(state_path: Path) -> None:
    whole_conversation()
    (state_path / MARK).unlink()
    state = opened(state_path)
    assert state is not None
    state.close()
    assert not (state_path / MARK).exists()
    assert PRACTICE in whole_conversation()
    assert (state_path / MARK).exists()


def test_files_that_are_put_into_a_state_do_not_hinder_it(state_path: Path) -> None:
    whole_conversation()
    (state_path / "note.txt").write_text("mine")
    assert PRACTICE in whole_conversation()


def test_a_state_that_has_its_mark_is_not_searched(state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook pays for one look."""
    whole_conversation()
    looked: list[object] = []
    stat = os.stat

    def counted(name: str, **given: Any) -> os.stat_result:
        looked.append(name)
        return stat(name, **given)

    with monkeypatch.context() as watched:
        watched.setattr(os, "stat", counted)
        watched.setattr("practice_ledger.storage.adoption.stored_files", None)
        root = opened_root(str(state_path), create=False)
    assert root is not None
    root.close()
    assert len(looked) == 1


def test_a_mark_that_comes_while_the_directory_is_looked_at_counts(
    state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process may have written files before this one sees them, and before it saw a mark."""
    lay(state_path, "secret")
    monkeypatch.setattr("practice_ledger.storage.adoption.stored_files", _then_marked(state_path))
    assert opened(state_path, create=True) is not None


def _then_marked(state_path: Path) -> Callable[..., object]:
    from practice_ledger.storage.contents import stored_files

    def looked(*given: object) -> object:
        found = stored_files(*given)  # type: ignore[arg-type]
        (state_path / MARK).touch()
        return found

    return looked


def test_many_that_come_first_at_once_all_get_in(state_path: Path) -> None:
    for _ in range(30):
        shutil.rmtree(state_path, ignore_errors=True)
        barrier = threading.Barrier(8)
        got: list[object] = []

        def first(barrier: threading.Barrier = barrier, got: list[object] = got) -> None:
            barrier.wait()
            try:
                state = opened(state_path, create=True)
                assert state is not None
                state.make_secret()
                got.append(None)
            except Exception as error:
                got.append(error)

        threads = [threading.Thread(target=first) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert got == [None] * 8
