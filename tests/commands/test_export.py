"""`practice-ledger export`"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.ledger.inspection import inspect
from practice_ledger.storage.state_root import MARK

from .conftest import unreadable

if TYPE_CHECKING:
    from commands.conftest import Ran
    from practice_ledger.ledger.inspection import Inspection
    from practice_ledger.storage.state import State


def name_of(conversation: str) -> str:
    return ConversationKey("codex", conversation).hashed()


def test_every_field_of_every_file_is_in_it(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str]
) -> None:
    codex.send(b"{")
    everything = json.loads(run("export").text)
    for path in (state_path / "conversations").iterdir():
        (file,) = (file for file in everything["conversations"] if file["path"] == f"conversations/{path.name}")
        assert file["document"] == json.loads(path.read_text())
        assert (file["bytes"], file["fault"], file["raw"]) == (path.stat().st_size, None, None)
    assert len(everything["conversations"]) == 3
    assert handle_of("two") in [file["handle"] for file in everything["conversations"]]
    counts = json.loads((state_path / "tally.json").read_text())
    assert everything["counts"] | {"version": 1} == counts
    assert everything["diagnostics"] == (state_path / "diagnostics.log").read_text().splitlines()
    assert everything["directory"] == str(state_path)


def test_nothing_that_is_stored_is_left_out_but_the_secret_and_the_locks(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    """Every file's content is found in it, so a further kind of file cannot be forgotten here."""
    (state_path / "conversations" / f"{name_of('none')}.json").write_text("{damaged one")
    codex.send(codex.start("none"))
    (state_path / "conversations" / f"{name_of('two')}.json").write_text("{damaged two")
    (state_path / "conversations" / f"{name_of('two')}.json.1.0123456789ab.tmp").write_text("left over")
    (state_path / "diagnostics.log.1").write_text("an older line\n")
    codex.send(b"{")
    exported = run("export").text
    for path in state_path.rglob("*"):
        if path.is_file() and path.name not in ("secret", MARK) and path.suffix != ".lock":
            content = path.read_text()
            for word in _words(json.loads(content)) if content.startswith('{"') else content.splitlines():
                assert word in exported, path
    secret = (state_path / "secret").read_bytes()
    assert secret.hex() not in exported
    assert json.dumps(secret.decode("utf-8", "backslashreplace"))[1:-1] not in exported


def _words(value: object) -> list[str]:
    if isinstance(value, dict):
        return [word for key, inner in value.items() for word in (key, *_words(inner))]
    if isinstance(value, list):
        return [word for inner in value for word in _words(inner)]
    return [json.dumps(value)]


@pytest.mark.parametrize(("content", "fault"), [(b"\xff\x00{", "damaged"), (b'{"version":2,"x":1}', "newer")])
def test_a_file_that_cannot_be_understood_is_in_it_as_it_is(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, content: bytes, fault: str
) -> None:
    (state_path / "conversations" / f"{name_of('two')}.json").write_bytes(content)
    files = {file["path"]: file for file in json.loads(run("export").text)["conversations"]}
    file = files[f"conversations/{name_of('two')}.json"]
    assert (file["fault"], file["document"]) == (fault, None)
    assert file["raw"] == content.decode("utf-8", "backslashreplace")


def test_a_file_that_cannot_be_read_is_named_and_the_rest_is_in_it(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    path = state_path / "conversations" / f"{name_of('two')}.json"
    path.unlink()
    path.symlink_to("/etc/passwd")
    done = run("export", "--json")
    assert done.status == ExitStatus.PARTLY
    assert done.result["unreadable"] == 1
    assert "root:" not in done.text
    assert len(done.result["everything"]["conversations"]) == 3


def test_a_file_that_goes_meanwhile_is_no_fault(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = inspect

    def inspect_and_remove(state: State) -> Inspection:
        found = real(state)
        (state_path / "conversations" / f"{name_of('two')}.json").unlink()
        grown = state_path / "conversations" / f"{name_of('ended')}.json"
        grown.write_text(grown.read_text() + " " * 1000)
        return found

    monkeypatch.setattr("practice_ledger.commands.verbs.export.inspect", inspect_and_remove)
    done = run("export", "--json")
    assert (done.status, len(done.result["everything"]["conversations"])) == (ExitStatus.OK, 2)


def test_it_is_written_for_its_owner_alone_and_over_nothing(
    run: Callable[..., Ran], codex: CodexDriver, tmp_path: Path
) -> None:
    os.umask(0o000)
    try:
        output = tmp_path / "export.json"
        assert run("export", "--output", str(output)).text.startswith("Wrote ")
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        assert len(json.loads(output.read_text())["conversations"]) == 3
        output.write_text("mine")
        done = run("export", "--output", str(output))
        assert (done.status, output.read_text()) == (ExitStatus.FAILED, "mine")
        assert "--force" in done.error
        assert run("export", "--output", str(output), "--force").status == ExitStatus.OK
        assert stat.S_IMODE(output.stat().st_mode) == 0o600
        assert len(json.loads(output.read_text())["conversations"]) == 3
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith("export")] == ["export.json"]
    finally:
        os.umask(0o022)


def _a_folder(path: Path) -> None:
    path.mkdir()


def _a_link(path: Path) -> None:
    path.with_name("target").write_text("mine")
    path.symlink_to("target")


@pytest.mark.parametrize("plant", [_a_folder, _a_link, os.mkfifo])
@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_no_plain_file_is_never_replaced(
    run: Callable[..., Ran],
    codex: CodexDriver,
    tmp_path: Path,
    *,
    plant: Callable[[Path], None],
    force: tuple[str, ...],
) -> None:
    output = tmp_path / "x"
    plant(output)
    before = output.lstat()
    assert run("export", "--output", str(output), *force).status == ExitStatus.FAILED
    assert (output.lstat().st_ino, output.lstat().st_mode) == (before.st_ino, before.st_mode)


def test_a_place_that_cannot_be_written_is_said(run: Callable[..., Ran], codex: CodexDriver, tmp_path: Path) -> None:
    done = run("export", "--output", str(tmp_path / "nowhere" / "x"))
    assert (done.status, done.text) == (ExitStatus.FAILED, "")
    assert "No such file or directory" in done.error


@pytest.mark.parametrize("name", ["tally.json", "diagnostics.log"])
def test_counts_or_faults_that_cannot_be_read_are_named_and_the_rest_is_in_it(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    codex.send(b"{")
    unreadable(monkeypatch, name)
    done = run("export", "--json")
    assert (done.status, done.result["unreadable"]) == (ExitStatus.PARTLY, 1)
    everything = done.result["everything"]
    assert len(everything["conversations"]) == 3
    assert (everything["counts"] is None, everything["diagnostics"] == []) == (
        name == "tally.json",
        name == "diagnostics.log",
    )


def test_characters_that_are_no_text_stay_what_they_are(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version's field may hold anything that JSON can say, and a path any bytes."""
    path = state_path / "conversations" / f"{name_of('two')}.json"
    path.write_text(path.read_text().replace('{"version":1,', '{"later":"\\ud800","version":1,'))
    odd = os.fsdecode(os.fsencode(state_path) + b"\xff")
    state_path.rename(odd)
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", odd)
    output = tmp_path / "export.json"
    assert run("export", "--output", str(output)).status == ExitStatus.OK
    for text in (output.read_text(), run("export").text):
        found = json.loads(text)
        assert found["directory"] == odd
        assert "\ud800" in [file["document"].get("later") for file in found["conversations"]]
