"""`practice-ledger purge`"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from kept_state import opened
from lorelum_answers import PRACTICE
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.private_folder import PrivateFolder
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


@pytest.mark.parametrize("files", [("secret", "settings.json", "diagnostics.log.1", "locks/app.lock"), ("note.txt",)])
def test_a_directory_that_is_not_the_products_stays_as_it_is_and_is_named(
    run: Callable[..., Ran], state_path: Path, settings: Path, files: tuple[str, ...]
) -> None:
    for name in files:
        (state_path / name).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        (state_path / name).write_text("mine")
    state_path.chmod(0o700)
    before = sorted(state_path.rglob("*"))
    done = run("purge", "--settings", "--yes", "--json")
    assert done.status == ExitStatus.PARTLY
    assert (done.result["foreign"], done.result["left"]) == (True, [str(state_path)])
    assert sorted(state_path.rglob("*")) == before
    assert not settings.exists()
    assert "something else" in run("purge").text


def test_names_that_only_look_like_the_products_stay(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    theirs = [state_path / "locks" / "app.lock", state_path / "notes.json.1.0123456789ab.tmp"]
    for path in theirs:
        path.write_text("mine")
    assert sorted(run("purge", "--yes", "--json").result["left"]) == sorted(map(str, theirs))
    assert [path for path in theirs if not path.exists()] == []


def _a_folder(lock: Path) -> None:
    lock.unlink()
    lock.mkdir()


def _a_link(lock: Path) -> None:
    shutil.rmtree(lock.parent)
    lock.parent.symlink_to("/nowhere")


@pytest.mark.parametrize(("plant", "left"), [(_a_folder, "locks/roots.lock"), (_a_link, "locks")])
def test_a_lock_that_nobody_can_hold_is_named_and_the_rest_goes(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, plant: Callable[[Path], None], left: str
) -> None:
    plant(state_path / "locks" / "roots.lock")
    done = run("purge", "--yes", "--json")
    assert (done.status, done.result["left"]) == (ExitStatus.PARTLY, [str(state_path / left)])
    others = [path for path in state_path.rglob("*") if path not in (state_path / left, state_path / "locks")]
    assert others == []


def test_somebody_who_holds_the_counts_hinders_nothing(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("practice_ledger.commands.opened_state._LOCK_SECONDS", 0.1)
    with opened(state_path) as other, other.locked("tally.lock"):
        assert run("purge", "--yes").status == ExitStatus.OK
    assert not state_path.exists()


def test_what_cannot_be_removed_now_can_be_later(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as anything is the product's, the directory is known as its own."""
    remove = PrivateFolder.remove

    def not_the_secret(folder: PrivateFolder, name: str) -> None:
        if name == "secret":
            raise PermissionError(1, "Operation not permitted", name)
        remove(folder, name)

    with monkeypatch.context() as hindered:
        hindered.setattr(PrivateFolder, "remove", not_the_secret)
        assert run("purge", "--yes", "--json").result["left"] == [str(state_path / "secret")]
    assert run("purge", "--yes").status == ExitStatus.OK
    assert not state_path.exists()


def test_settings_that_lie_in_the_very_directory_stay_or_go_as_it_is_said(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PRACTICE_LEDGER_HOME", raising=False)
    for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    both = tmp_path / "practice-ledger"
    both.mkdir(mode=0o700)
    (both / "settings.toml").write_text("hints = true\n")
    for words, left, gone in (((), ["settings.toml"], []), (("--settings",), None, [both])):
        host = CodexDriver()
        host.send(host.start("a"))
        host.read("a")
        assert PRACTICE in host.hint("a")
        done = run("purge", *words, "--yes", "--json")
        assert (done.status, done.result["left"]) == (ExitStatus.OK, [])
        assert [path for path in gone if str(path) not in done.result["removed"]] == []
        assert (sorted(path.name for path in both.iterdir()) if both.exists() else None) == left


def test_a_link_to_nothing_is_named(run: Callable[..., Ran], state_path: Path) -> None:
    state_path.symlink_to("nowhere")
    done = run("purge", "--yes", "--json")
    assert (done.status, done.result["left"]) == (ExitStatus.PARTLY, [str(state_path)])
