"""`practice-ledger list`"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from practice_ledger import bounds, hook_run
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import OpenedRoot, SealedCall
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import State

if TYPE_CHECKING:
    from commands.conftest import Ran


def document(state_path: Path, conversation: str) -> Path:
    return state_path / "conversations" / f"{ConversationKey('codex', conversation).hashed()}.json"


def test_conversations_that_hold_candidates_are_listed_and_the_others_counted(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    listed = run("list", "--json").result
    assert {each["handle"]: each["candidates"] for each in listed["conversations"]} == {
        handle_of("two"): 2,
        handle_of("ended"): 1,
    }
    assert {each["handle"]: each["ended"] for each in listed["conversations"]} == {
        handle_of("two"): False,
        handle_of("ended"): True,
    }
    assert listed["announced_only"] == 1
    assert {each["host"] for each in listed["conversations"]} == {"codex"}


def test_the_last_read_stands_first_and_says_when_it_expires(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = int(time.time()) - 3 * 3600
    monkeypatch.setattr(hook_run, "_now", lambda: earlier)
    codex.send(codex.start("earlier"))
    codex.read("earlier")
    listed = run("list", "--json").result["conversations"]
    assert listed[-1]["handle"] == handle_of("earlier")
    assert (listed[-1]["last_read"], listed[-1]["expires"]) == (earlier, earlier + bounds.ROOT_LIFETIME)
    assert run("list").text.splitlines()[3].split() == [
        handle_of("earlier"),
        "codex",
        "1",
        "3",
        "h",
        "ago",
        "in",
        "14",
        "d",
    ]


def test_candidates_that_expired_are_not_listed(
    run: Callable[..., Ran], state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_run, "_now", lambda: int(time.time()) - bounds.ROOT_LIFETIME - 60)
    codex = CodexDriver()
    codex.send(codex.start("a"))
    codex.read("a")
    listed = run("list", "--json").result
    assert (listed["conversations"], listed["announced_only"]) == ([], 1)


def test_a_conversation_whose_file_cannot_be_used_is_named_with_the_reason(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str]
) -> None:
    document(state_path, "two").write_text("{")
    document(state_path, "none").write_text('{"version":2}')
    faults = {fault["handle"]: fault["fault"] for fault in run("list", "--json").result["faults"]}
    assert faults == {handle_of("two"): "damaged", handle_of("none"): "newer"}
    for_people = run("list")
    assert f"{handle_of('two')}  The file is damaged" in for_people.text
    assert for_people.status == 0


def test_the_host_is_one_of_those_there_are_or_unknown(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str]
) -> None:
    path = document(state_path, "two")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"host": "\x1b[31mevil"}))
    path = document(state_path, "ended")
    path.write_text(json.dumps({k: v for k, v in json.loads(path.read_text()).items() if k != "host"}))
    assert [each["host"] for each in run("list", "--json").result["conversations"]] == [None, None]
    assert "\x1b" not in run("list").text


def test_the_hosts_own_names_of_conversations_stand_nowhere(run: Callable[..., Ran], state_path: Path) -> None:
    codex = CodexDriver()
    codex.send(codex.start("the-hosts-own-name"))
    codex.read("the-hosts-own-name")
    handle = run("list", "--json").result["conversations"][0]["handle"]
    for words in (("list",), ("show", handle), ("status",), ("export",), ("forget", handle)):
        shown = run(*words)
        assert "the-hosts-own-name" not in shown.text + shown.error


@pytest.mark.parametrize("verb", ["list", "status"])
def test_it_takes_well_under_a_second_at_the_bound(run: Callable[..., Ran], state_path: Path, verb: str) -> None:
    state = State.opened(str(state_path), Deadline(1e6, 1e6), create=True)
    assert state is not None
    ledger = Ledger(state, lambda: int(time.time()))
    key = ConversationKey("codex", "0")
    bound = ledger.open_root(OpenedRoot(key, "t"))
    reads = [PracticeRead(f"some.practice-{number}", "0" * 64, "T" * 60, "w" * 250, ["pack"]) for number in range(8)]
    ledger.record_sealed(SealedCall(bound, "c", tuple(reads)))
    full = json.loads(document(state_path, "0").read_text())
    for number in range(1, bounds.ROOTS):
        name = ConversationKey("codex", str(number)).hashed()
        document(state_path, str(number)).write_text(json.dumps(full | {"conversation": name}))
    run(verb)
    started = time.process_time()
    shown = run(verb)
    assert time.process_time() - started < 1
    assert str(bounds.ROOTS) in shown.text or len(shown.text.splitlines()) > bounds.ROOTS
