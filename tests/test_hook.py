"""Whatever comes in, the hook answers with nothing or with what the host takes, and counts why. [R2, R16, R21]"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from practice_ledger import bounds, hook
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import system_clock
from practice_ledger.refusals import OF_THE_STATE, REASONS, Refused
from practice_ledger.storage.locks import HeldLock, stripe
from practice_ledger.storage.private_folder import PrivateFolder

READ = f"lore get {PRACTICE} --json"


def answer(payload: bytes, host: str = "codex") -> bytes:
    return hook.answer(host, payload, Deadline())


def refusals(state_path: Path) -> dict[str, int]:
    return {
        word: found["count"] for word, found in json.loads((state_path / "tally.json").read_text())["refusals"].items()
    }


@pytest.fixture
def driver(state_path: Path) -> CodexDriver:
    driver = CodexDriver()
    driver.send(driver.start("a"))
    return driver


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_are_answered_with_nothing(state_path: Path, payload: bytes) -> None:
    assert answer(payload) == b""


def _with(event: bytes, **changes: Any) -> bytes:
    return json.dumps(
        {key: value for key, value in (json.loads(event) | changes).items() if value != "MISSING"}
    ).encode()


odd_values: st.SearchStrategy[Any] = st.sampled_from(
    ["MISSING", None, True, 0, -1, 1.5, "", "x", "\ud800", [], {}, [{}], {"command": READ}, "Bash"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.data())
def test_an_event_with_odd_fields_records_nothing_and_says_nothing(driver: CodexDriver, data: st.DataObject) -> None:
    events = [driver.start("b"), driver.begin("b", "c", READ), driver.finish("b", "c", READ, line()), driver.end("b")]
    event = data.draw(st.sampled_from(events))
    field = data.draw(st.sampled_from(sorted(json.loads(event))))
    assert answer(_with(event, **{field: data.draw(odd_values)})) == b""
    assert driver.hint("a") == ""


@pytest.mark.parametrize("agent", ["MISSING", None, "", 0, False])
def test_a_child_without_a_name_is_told_nothing(driver: CodexDriver, agent: Any) -> None:
    driver.read("a")
    assert answer(_with(driver.child("a", "agent-1"), agent_id=agent)) == b""


@pytest.mark.parametrize("field", ["agent_id", "agent_type"])
@pytest.mark.parametrize("value", [None, "", False, 0, "x"])
@pytest.mark.parametrize("at", ["begin", "finish", "both"])
def test_any_trace_of_an_agent_means_that_the_root_did_not_read(
    driver: CodexDriver, field: str, value: Any, at: str
) -> None:
    begin, finish = driver.begin("a", "c1", READ), driver.finish("a", "c1", READ, line())
    answer(_with(begin, **{field: value}) if at != "finish" else begin)
    answer(_with(finish, **{field: value}) if at != "begin" else finish)
    assert driver.hint("a") == ""


@pytest.mark.parametrize("at", ["begin", "finish"])
def test_a_null_transcript_is_refused(driver: CodexDriver, at: str) -> None:
    begin, finish = driver.begin("a", "c1", READ), driver.finish("a", "c1", READ, line())
    answer(_with(begin, transcript_path=None) if at == "begin" else begin)
    answer(_with(finish, transcript_path=None) if at == "finish" else finish)
    assert driver.hint("a") == ""


def test_the_root_of_an_ephemeral_conversation_is_refused(driver: CodexDriver, state_path: Path) -> None:
    for event in (driver.start("e"), driver.begin("e", "c1", READ), driver.finish("e", "c1", READ, line())):
        answer(_with(event, transcript_path=None))
    assert driver.hint("e") == ""
    assert refusals(state_path) == {"no-thread-name": 1}


@pytest.mark.parametrize(
    "thread", ["/sessions/review.jsonl", "/sessions/A.h1.jsonl", "/sessions/a.h1.jsonl/", "a.h1.jsonl"]
)
@pytest.mark.parametrize("at", ["begin", "finish"])
def test_another_thread_at_one_end_of_a_call_is_enough_to_refuse_it(driver: CodexDriver, at: str, thread: str) -> None:
    begin, finish = driver.begin("a", "c1", READ), driver.finish("a", "c1", READ, line())
    answer(_with(begin, transcript_path=thread) if at == "begin" else begin)
    answer(_with(finish, transcript_path=thread) if at == "finish" else finish)
    assert driver.hint("a") == ""


def test_a_known_root_that_loses_its_threads_name_was_rewound(driver: CodexDriver) -> None:
    driver.read("a")
    answer(_with(driver.start("a", "resume"), transcript_path=None))
    assert driver.hint("a") == ""


@pytest.mark.parametrize("session", ["a", "b"])
def test_the_two_exports_of_lorelums_own_plugin_may_stand_before_the_command_that_ran(
    driver: CodexDriver, session: str
) -> None:
    exports = f"export LORELUM_HOST_KEY='codex'\nexport LORELUM_HOST_SESSION_ID='{session}'\n"
    answer(driver.begin("a", "c1", READ))
    answer(driver.finish("a", "c1", exports + READ, line()))
    assert (PRACTICE in driver.hint("a")) == (session == "a")


def test_exports_that_stood_before_the_command_when_it_began_must_not_be_gone_at_its_end(driver: CodexDriver) -> None:
    exports = "export LORELUM_HOST_KEY='codex'\nexport LORELUM_HOST_SESSION_ID='a'\n"
    answer(driver.begin("a", "c1", exports + READ))
    answer(driver.finish("a", "c1", READ, line()))
    assert driver.hint("a") == ""


@pytest.mark.parametrize("notice", ["Warning: truncated output", "\u20269 tokens truncated\u2026", "9 chars truncated"])
def test_an_output_that_holds_a_truncation_notice_of_codex_proves_nothing(
    driver: CodexDriver, state_path: Path, notice: str
) -> None:
    driver.read("a", body=f"text {notice} text")
    assert driver.hint("a") == ""
    assert refusals(state_path) == {"truncated": 1}


@pytest.mark.parametrize("tool", ["bash", "Bash ", "shell", "exec_command", "mcp__Bash", None])
def test_only_the_tool_named_exactly_bash_counts(driver: CodexDriver, tool: str | None) -> None:
    answer(_with(driver.begin("a", "c1", READ), tool_name=tool))
    answer(_with(driver.finish("a", "c1", READ, line()), tool_name=tool))
    assert driver.hint("a") == ""


@pytest.mark.parametrize("field", ["agent_id", "agent_type"])
@pytest.mark.parametrize("value", [None, "", "x"])
def test_the_start_or_end_of_something_with_an_agent_is_not_that_of_the_root(
    driver: CodexDriver, field: str, value: str | None
) -> None:
    driver.read("a")
    answer(driver.begin("a", "c1", "lore get other.practice --json"))
    answer(_with(driver.start("a", history="h2"), **{field: value}))
    driver.start("a", history="h1")
    answer(_with(driver.end("a"), **{field: value}))
    answer(driver.finish("a", "c1", "lore get other.practice --json", line("other.practice")))
    assert PRACTICE in driver.hint("a")
    assert "other.practice" in driver.hint("a")


def test_a_payload_whose_words_are_escaped_is_refused_as_the_wrappers_filter_refuses_it(driver: CodexDriver) -> None:
    answer(driver.begin("a", "c1", READ))
    answer(driver.finish("a", "c1", READ, line()).replace(b"lore get", b"l\\u006fre get"))
    assert driver.hint("a") == ""


def test_a_byte_order_mark_before_a_payload_is_no_fault(driver: CodexDriver) -> None:
    mark = b"\xef\xbb\xbf"
    answer(mark + driver.start("b"))
    answer(mark + driver.begin("b", "c1", READ))
    answer(mark + driver.finish("b", "c1", READ, line()))
    assert PRACTICE in answer(mark + driver.child("b", "x")).decode()
    assert answer(mark + mark + driver.child("b", "x")) == b""


def test_the_turn_may_be_another_one_when_the_call_ends(driver: CodexDriver) -> None:
    answer(_with(driver.begin("a", "c1", READ), turn_id="t1"))
    answer(_with(driver.finish("a", "c1", READ, line()), turn_id="t9"))
    assert PRACTICE in driver.hint("a")


def test_a_payload_with_a_repeated_key_is_refused(driver: CodexDriver) -> None:
    driver.read("a")
    event = driver.child("a", "agent-1")
    assert answer(event[:-1] + b', "agent_id": "x"}') == b""
    assert answer(event) != b""


@pytest.mark.parametrize("host", ["", "nobody", "..codex", "codex.adapter", "co dex"])
def test_an_unknown_host_is_answered_with_nothing(state_path: Path, host: str) -> None:
    assert answer(CodexDriver().start("a"), host) == b""
    assert not state_path.exists()


def test_events_that_need_no_state_make_none(state_path: Path) -> None:
    driver = CodexDriver()
    answer(driver.begin("a", "c1", "ls"))
    answer(driver.finish("a", "c1", "ls", "file\n"))
    answer(driver.child("a", "x"))
    answer(b"{}")
    assert not state_path.exists()


def test_a_command_that_is_not_understood_changes_nothing(driver: CodexDriver, state_path: Path) -> None:
    (document,) = state_path.glob("conversations/*.json")
    before = document.read_bytes()
    for event in (driver.begin("a", "c1", f"{READ} | head"), driver.finish("a", "c1", f"{READ} | head", line())):
        answer(event)
        assert document.read_bytes() == before


def test_nothing_of_a_payload_that_is_no_event_is_kept(driver: CodexDriver, state_path: Path) -> None:
    broken = (b"a-secret", b"\xffa-secret", b'{"a-secret":', b'{"a-secret":1,"a-secret":1}')
    for payload in (*broken, b'{"hook_event_name":"a-secret"}', b'{"hook_event_name":["a-secret"]}'):
        assert answer(payload) == b""
    stored = [path.read_bytes() for path in state_path.rglob("*") if path.is_file()]
    assert not [data for data in stored if b"a-secret" in data]
    assert refusals(state_path) == {"payload": 6}


def test_a_fault_of_counting_does_not_cost_the_answer(driver: CodexDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    driver.read("a")
    monkeypatch.setattr("practice_ledger.storage.tally.count", broken)
    assert PRACTICE in driver.hint("a")


def test_a_beginning_that_finds_the_state_locked_is_counted(driver: CodexDriver, state_path: Path) -> None:
    folder = PrivateFolder.at(str(state_path / "locks"), create=False)
    conversation = ConversationKey("codex", "a").hashed()
    with HeldLock(folder, stripe(conversation), Deadline()):
        assert hook.answer("codex", driver.begin("a", "c1", READ), Deadline(lock_seconds=0)) == b""
    folder.close()
    assert refusals(state_path) == {"state-locked": 1}


def test_the_end_of_a_session_has_less_time_than_other_events(driver: CodexDriver) -> None:
    other, end = Deadline(seconds=1000), Deadline(seconds=1000)
    hook.answer("codex", driver.start("a", "resume"), other)
    hook.answer("codex", driver.end("a"), end)
    assert end.left() <= bounds.SESSION_END_SECONDS < other.left()


def test_a_bug_is_counted_and_said_in_one_line_without_its_message(
    driver: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret of a payload")

    monkeypatch.setattr("practice_ledger.ledger.ledger.Ledger.open_root", broken)
    assert answer(driver.start("b")) == b""
    assert refusals(state_path) == {"internal": 1}
    (noted,) = (state_path / "diagnostics.log").read_text().splitlines()
    assert noted.split(" ", 1)[1].startswith("root-opened internal RuntimeError test_hook.py:")
    assert "secret" not in noted


def test_a_refusal_is_said_in_one_line_without_payload(driver: CodexDriver, state_path: Path) -> None:
    answer(driver.finish("a", "c1", f"{READ} | head", "x"))
    (noted,) = (state_path / "diagnostics.log").read_text().splitlines()
    assert noted.split(" ", 1)[1] == "call-finished pipe"


def test_an_end_whose_command_is_not_understood_uses_the_beginning_up(driver: CodexDriver, state_path: Path) -> None:
    answer(driver.begin("a", "c1", READ))
    answer(driver.finish("a", "c1", f"{READ} | cat", line()))
    answer(driver.finish("a", "c1", READ, line()))
    assert driver.hint("a") == ""
    assert refusals(state_path) == {"command-changed": 1, "not-begun": 1}


def test_a_call_refused_at_both_ends_is_counted_once(driver: CodexDriver, state_path: Path) -> None:
    for event in (driver.begin("a", "c1", READ), driver.finish("a", "c1", READ, line())):
        answer(_with(event, agent_id="x"))
    assert refusals(state_path) == {"subagent": 1}


def test_a_read_over_budget_is_counted_as_refused(driver: CodexDriver, state_path: Path) -> None:
    driver.read("a", title="t" * 5000)
    assert refusals(state_path) == {"over-budget": 1}


def test_an_unwritable_state_is_counted_nowhere_and_harms_nothing(
    driver: CodexDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    driver.read("a")
    assert driver.hint("a") == ""


def test_a_document_that_cannot_be_written_is_counted_where_that_can_be(
    driver: CodexDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_space(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)  # what is counted is never forced to the disk
    answer(driver.begin("a", "c1", READ))
    assert refusals(state_path) == {"state-unwritable": 1}
    assert "state-unwritable errno 28" in (state_path / "diagnostics.log").read_text()


def test_every_reason_has_a_plain_sentence_and_no_other_reason_can_be_given() -> None:
    assert all(sentence.endswith((".", "?", ")")) and len(sentence) < 130 for sentence in REASONS.values())
    assert set(REASONS) > OF_THE_STATE
    with pytest.raises(KeyError):
        Refused("something else")


def test_the_clock_of_the_ledger_is_the_systems(tmp_path: Path) -> None:
    assert abs(system_clock() - tmp_path.stat().st_ctime) < 86400
