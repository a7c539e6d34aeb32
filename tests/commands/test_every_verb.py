"""Every command meets every state that a state directory can be in: it says so, ends with a documented status, and
loses nothing that it was not asked to remove. [R13]

A new command is covered by itself, unless it needs words of its own (`WORDS`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from needed_tools import skip_or_fail
from practice_ledger import bounds
from practice_ledger.commands.exit_status import MEANINGS, ExitStatus
from practice_ledger.commands.parser import VERBS
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.storage.state_root import MARK

if TYPE_CHECKING:
    from commands.conftest import Ran

WORDS: dict[str, tuple[str, ...]] = {
    "show": (ConversationKey("codex", "a").hashed(),),
    "forget": ("--all", "--yes"),
    "purge": ("--yes",),
}
REMOVING = ("forget", "expire", "purge")
OF_THE_STATE = ("list", "show", "status", "export", *REMOVING)
# The status of commands over the state where it is not 0.
EXPECTED: dict[str, dict[str, ExitStatus]] = {
    "missing": {"show": ExitStatus.NOT_FOUND},
    "empty": {"show": ExitStatus.NOT_FOUND},
    "damaged": {"show": ExitStatus.FAILED},
    "newer": {"show": ExitStatus.FAILED},
    "read-only": dict.fromkeys(REMOVING, ExitStatus.FAILED),
    "foreign": dict.fromkeys(OF_THE_STATE, ExitStatus.FAILED),
    "a file": dict.fromkeys(OF_THE_STATE, ExitStatus.FAILED),
}
VERBS_OF_A_PERSON = [verb for verb in VERBS if VERBS[verb].JSON]


def one_conversation(state: Path) -> None:
    host = CodexDriver()
    host.send(host.start("a"))
    host.read("a")


def missing(state: Path) -> None:
    """There is no state directory."""


def empty(state: Path) -> None:
    one_conversation(state)
    for path in state.iterdir():
        if path.name != MARK:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def full(state: Path) -> None:
    one_conversation(state)
    path = state / "conversations" / f"{ConversationKey('codex', 'a').hashed()}.json"
    document = json.loads(path.read_text())
    for number in range(bounds.ROOTS - 1):
        name = ConversationKey("codex", str(number)).hashed()
        path.with_name(f"{name}.json").write_text(json.dumps(document | {"conversation": name}))


def damaged(state: Path) -> None:
    one_conversation(state)
    for path in (*(state / "conversations").iterdir(), state / "tally.json"):
        path.write_text("{damaged")


def newer(state: Path) -> None:
    one_conversation(state)
    for path in (*(state / "conversations").iterdir(), state / "tally.json"):
        path.write_text('{"version":2}')


def foreign(state: Path) -> None:
    one_conversation(state)
    os.chown(state, 12345, 12345)


def a_file(state: Path) -> None:
    state.write_text("somebody's own")


def read_only(state: Path) -> None:
    one_conversation(state)
    subprocess.run(["mount", "-o", "remount,ro", state.parent], check=True)


STATES: dict[str, Callable[[Path], None]] = {
    "missing": missing,
    "empty": empty,
    "full": full,
    "damaged": damaged,
    "newer": newer,
    "foreign": foreign,
    "a file": a_file,
    "read-only": read_only,
}


@pytest.fixture(autouse=True)
def _no_other_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command that asks a host finds none."""
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))


@pytest.fixture(params=STATES)
def kept(
    request: pytest.FixtureRequest, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, Path]]:
    """The name of a state, and its directory."""
    if request.param in ("foreign", "read-only") and os.geteuid() != 0:
        pytest.skip("only root can give a folder away or mount one")
    with pytest.MonkeyPatch.context() as own:
        own.setenv("PATH", os.defpath)
        if request.param == "read-only":
            disk = state_path.parent / "disk"
            disk.mkdir()
            command = ["mount", "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(disk)]
            mounted = subprocess.run(command, capture_output=True, text=True, check=False)
            if mounted.returncode:
                skip_or_fail(f"a file system cannot be mounted here: {mounted.stderr}")
            state_path = disk / "state"
            monkeypatch.setenv("PRACTICE_LEDGER_HOME", str(state_path))
        STATES[request.param](state_path)
        yield request.param, state_path
        if request.param == "read-only":
            subprocess.run(["umount", state_path.parent], check=True)


def contents(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return {"": path.read_bytes()}
    return {str(each.relative_to(path)): each.read_bytes() for each in path.rglob("*") if each.is_file()}


@pytest.mark.parametrize("verb", VERBS_OF_A_PERSON)
def test_every_command_says_clearly_what_it_finds_and_loses_nothing(
    run: Callable[..., Ran], kept: tuple[str, Path], verb: str
) -> None:
    name, path = kept
    before = contents(path)
    asks_for_json = run(verb, *WORDS.get(verb, ()), "--json")
    if verb not in REMOVING or name in ("foreign", "a file", "read-only"):
        assert contents(path) == before
    document = asks_for_json.document
    assert document["status"] == asks_for_json.status
    assert asks_for_json.status in MEANINGS
    assert asks_for_json.status != ExitStatus.USAGE, "a command that needs words has an entry in WORDS"
    assert ("result" in document) != ("error" in document)
    if verb in OF_THE_STATE:
        assert asks_for_json.status == EXPECTED.get(name, {}).get(verb, ExitStatus.OK)
    if "error" in document:
        assert all(document["error"][field] for field in ("code", "message", "next"))
        assert document["error"]["message"] in asks_for_json.error


@pytest.mark.parametrize("verb", VERBS_OF_A_PERSON)
def test_every_command_says_it_to_people_too(run: Callable[..., Ran], kept: tuple[str, Path], verb: str) -> None:
    for_people = run(verb, *WORDS.get(verb, ()))
    assert for_people.status in MEANINGS
    assert for_people.text.strip() or for_people.error.strip()
    assert (for_people.text == "") == bool(for_people.error), "an error leaves standard output alone"
    assert "\x1b" not in for_people.text


@pytest.mark.parametrize("verb", ["forget", "purge"])
def test_nothing_is_removed_without_a_yes(run: Callable[..., Ran], state_path: Path, verb: str) -> None:
    one_conversation(state_path)
    before = contents(state_path)
    words = [word for word in WORDS[verb] if word != "--yes"]
    done = run(verb, *words, "--json")
    assert (done.status, done.document["error"]["code"]) == (ExitStatus.DECLINED, "not-confirmed")
    assert contents(state_path) == before
    assert PRACTICE.encode() in b"".join(before.values())


def test_a_relative_override_is_said_by_every_command(run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", "relative")
    for verb in OF_THE_STATE:
        done = run(verb, *WORDS.get(verb, ()), "--json")
        assert (done.status, done.document["error"]["code"]) == (ExitStatus.FAILED, "home-relative")


@pytest.mark.parametrize("verb", [verb for verb in VERBS_OF_A_PERSON if verb not in REMOVING])
def test_settings_make_no_command_write_to_the_state(
    run: Callable[..., Ran], state_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    one_conversation(state_path)
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("hints = true\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    before = contents(state_path)
    run(verb, *WORDS.get(verb, ()))
    assert contents(state_path) == before


@pytest.mark.parametrize("verb", OF_THE_STATE)
def test_a_directory_that_holds_something_else_is_said_by_every_command(
    run: Callable[..., Ran], state_path: Path, verb: str
) -> None:
    state_path.mkdir(mode=0o700)
    for name in ("secret", "settings.json", "note.txt"):
        (state_path / name).write_text("mine")
    before = contents(state_path)
    done = run(verb, *WORDS.get(verb, ()), "--json")
    if verb == "purge":
        assert (done.status, done.result["foreign"]) == (ExitStatus.PARTLY, True)
    else:
        assert (done.status, done.document["error"]["code"]) == (ExitStatus.FAILED, "state-foreign")
    assert run("paths", "--json").result["unused"] == "state-foreign"
    assert contents(state_path) == before
