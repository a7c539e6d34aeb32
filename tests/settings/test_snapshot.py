"""The quick form of the settings beside the state: made by who had to parse, trusted no further than the file."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from practice_ledger.settings import snapshot
from practice_ledger.settings.settings import in_effect
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state_root import MARK

from .conftest import Write

FILE = "[bounds]\nhint_items = 2\n"


@pytest.fixture
def state(state_path: Path) -> Path:
    state_path.mkdir(mode=0o700)
    (state_path / MARK).touch()
    return state_path


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often a file was parsed so far."""
    parsed = snapshot._parsed
    count = 0

    def counted(data: bytes) -> Any:
        nonlocal count
        count += 1
        return parsed(data)

    monkeypatch.setattr(snapshot, "_parsed", counted)
    return lambda: count


def test_a_file_is_parsed_once_as_long_as_it_stays_the_same(
    write: Write, state: Path, parses: Callable[[], int]
) -> None:
    write(FILE)
    assert [in_effect(keep=True).bounds for _ in range(3)] == [{"HINT_ITEMS": 2}] * 3
    assert parses() == 1
    write(FILE.replace("2", "3"))
    assert [in_effect(keep=True).bounds for _ in range(3)] == [{"HINT_ITEMS": 3}] * 3
    assert parses() == 2


def test_a_file_that_is_not_valid_is_parsed_once_too(write: Write, state: Path, parses: Callable[[], int]) -> None:
    write("enabled = maybe\n")
    assert all(in_effect(keep=True).enabled for _ in range(3))
    assert parses() == 1


def test_another_version_of_the_program_parses_anew(
    write: Write, state: Path, parses: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(FILE)
    in_effect(keep=True)
    monkeypatch.setattr(snapshot, "__version__", "99")
    in_effect(keep=True)
    assert parses() == 2


def test_the_snapshot_is_private_and_nothing_else_is_left(write: Write, state: Path) -> None:
    write(FILE)
    before = os.umask(0)
    try:
        in_effect(keep=True)
    finally:
        os.umask(before)
    assert sorted(path.name for path in state.iterdir()) == [MARK, "settings.json"]
    assert stat.S_IMODE((state / "settings.json").stat().st_mode) == 0o600


def test_no_state_directory_is_made_for_it(write: Write, state_path: Path) -> None:
    write(FILE)
    assert in_effect(keep=True).bounds == {"HINT_ITEMS": 2}
    assert not state_path.exists()


def test_a_state_that_cannot_be_written_costs_time_only(
    write: Write, state: Path, parses: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    write(FILE)
    monkeypatch.setattr(PrivateFolder, "replace", full)
    assert [in_effect(keep=True).bounds for _ in range(2)] == [{"HINT_ITEMS": 2}] * 2
    assert parses() == 2


def _changed(kept: dict[str, Any], **changes: Any) -> bytes:
    return json.dumps(kept | changes).encode()


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: b"",
        lambda kept: b"{",
        lambda kept: b"\xff",
        lambda kept: b"[]",
        lambda kept: b" " * 100_000,
        lambda kept: _changed(kept, version=2),
        lambda kept: _changed(kept, key="0" * 64),
        lambda kept: _changed(kept, settings={"enabled": "no"}),
        lambda kept: _changed(kept, settings={"bounds": {"hint_items": 9}}),
        lambda kept: _changed(kept, settings={"bounds": {"hint_items": 0}}),
        lambda kept: _changed(kept, settings={"bounds": {"hint_digest_digits": 1}}),
        lambda kept: _changed(kept, settings={"other": 1}),
    ],
)
def test_a_damaged_snapshot_is_ignored_and_made_anew(
    damage: Callable[[dict[str, Any]], bytes], write: Write, state: Path, parses: Callable[[], int]
) -> None:
    write(FILE)
    in_effect(keep=True)
    kept = (state / "settings.json").read_bytes()
    (state / "settings.json").write_bytes(damage(json.loads(kept)))
    assert in_effect(keep=True).bounds == {"HINT_ITEMS": 2}
    assert parses() == 2
    assert (state / "settings.json").read_bytes() == kept


@pytest.mark.parametrize("planted", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("elsewhere")])
def test_what_else_lies_in_its_place_is_not_followed(
    planted: Callable[[Path], None], write: Write, state: Path, tmp_path: Path
) -> None:
    planted(state / "settings.json")
    write(FILE)
    assert in_effect(keep=True).bounds == {"HINT_ITEMS": 2}
    assert not (state / "elsewhere").exists()


def test_a_state_directory_that_others_can_write_is_not_used(
    write: Write, state: Path, parses: Callable[[], int]
) -> None:
    write(FILE)
    state.chmod(0o777)
    assert [in_effect(keep=True).bounds for _ in range(2)] == [{"HINT_ITEMS": 2}] * 2
    assert (parses(), list(state.iterdir())) == (2, [state / MARK])


def test_the_snapshot_of_a_file_that_is_gone_has_no_effect(write: Write, state: Path) -> None:
    path = write("enabled = false\n")
    assert not in_effect(keep=True).enabled
    path.unlink()
    assert in_effect(keep=True).enabled
