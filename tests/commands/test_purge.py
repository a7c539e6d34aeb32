"""`practice-ledger purge`"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from kept_state import opened
from lorelum_answers import PRACTICE
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.state_root import MARK

if TYPE_CHECKING:
    from commands.conftest import Ran


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config" / "practice-ledger" / "settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text("hints = true\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return path


def test_nothing_of_the_product_is_left_and_what_else_there_is_to_do_is_said(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, settings: Path
) -> None:
    (state_path / "conversations" / f"{ConversationKey('codex', 'two').hashed()}.json").write_text("{")
    codex.send(codex.start("two"))
    codex.send(b"{")
    (state_path / "conversations" / f"{'ab' * 32}.json.1.0123456789ab.tmp").write_text("")
    assert (state_path / "settings.json").exists(), "the settings as a hook reads them are the product's own too"
    done = run("purge", "--yes")
    assert done.status == ExitStatus.OK
    assert not state_path.exists()
    assert settings.exists()
    for said in (str(state_path), str(settings), "codex plugin remove practice-ledger@practice-ledger", "trusted"):
        assert said in done.text


def test_what_else_there_is_to_do_can_be_copied_from_a_narrow_terminal(
    run: Callable[..., Ran], state_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    text = run("purge", "--yes").text
    assert "  codex plugin marketplace remove practice-ledger\n" in text
    assert "codex/config.toml" in text.replace("\n", "")


def test_the_settings_go_when_they_are_named_with_their_folder(
    run: Callable[..., Ran], codex: CodexDriver, settings: Path
) -> None:
    done = run("purge", "--settings", "--yes", "--json").result
    assert done["settings"] is None
    assert not settings.parent.exists()
    assert settings.parent.parent.exists()


def test_what_the_product_did_not_write_stays_and_is_named(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    theirs = [state_path / "notes", state_path / "conversations" / "notes.json", state_path / "x.tmp"]
    for path in theirs:
        path.write_text("mine")
    done = run("purge", "--yes", "--json")
    assert done.status == ExitStatus.PARTLY
    assert sorted(done.result["left"]) == sorted(map(str, theirs))
    assert sorted(path for path in state_path.rglob("*") if path.is_file()) == sorted(theirs)


def test_a_directory_without_its_folders_goes_too(run: Callable[..., Ran], state_path: Path) -> None:
    state_path.mkdir(mode=0o700)
    for name in (MARK, "diagnostics.log"):
        (state_path / name).write_text("")
    assert run("purge", "--yes").status == ExitStatus.OK
    assert not state_path.exists()


def test_a_link_to_the_directory_is_left_and_named(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    real = state_path.with_name("real")
    state_path.rename(real)
    state_path.symlink_to(real)
    assert run("purge", "--yes", "--json").result["left"] == [str(state_path)]
    assert list(real.iterdir()) == []


@pytest.mark.parametrize("lock", ["roots.lock", "stripe-07.lock"])
def test_nothing_goes_while_somebody_holds_a_lock(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch, lock: str
) -> None:
    monkeypatch.setattr("practice_ledger.commands.opened_state._LOCK_SECONDS", 0.1)
    before = sorted(state_path.rglob("*.json"))
    with opened(state_path) as other, other.locked(lock):
        done = run("purge", "--yes", "--json")
    assert (done.status, done.document["error"]["code"]) == (ExitStatus.FAILED, "state-locked")
    assert sorted(state_path.rglob("*.json")) == before
    assert PRACTICE in codex.hint("two")


def test_who_waited_for_a_lock_meanwhile_brings_nothing_back(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    with opened(state_path) as waiting:
        lock = waiting.locked("roots.lock")
        run("purge", "--yes")
        with pytest.raises(FileNotFoundError), lock:
            waiting.replace(ConversationKey("codex", "late").hashed(), b"{}")
    assert not state_path.exists()


def test_where_there_is_nothing_nothing_is_asked(run: Callable[..., Ran], state_path: Path) -> None:
    done = run("purge")
    assert done.status == ExitStatus.OK
    assert done.text.startswith("There was nothing to remove.\n")
