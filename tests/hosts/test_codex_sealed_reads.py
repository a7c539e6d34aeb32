"""Receipts in Codex's payloads: which count, for whom, and how often. [R24, R25]"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from kept_state import forget
from lorelum_answers import OTHER_PRACTICE, PRACTICE, line
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hosts.codex.caller import CALL_VARIABLE, SESSION_VARIABLE, THREAD_VARIABLE
from practice_ledger.reading.sealer import receipts

READ = PracticeRead(PRACTICE, "a" * 64, "Title", "it applies", ["pack"])
OTHER = PracticeRead(OTHER_PRACTICE, "b" * 64, "Other", None, ["pack"])


class SealingDriver(CodexDriver):
    """Codex, with a shell in which the reading command runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self._monkeypatch = monkeypatch

    def receipts(self, session: str, call: str, *reads: PracticeRead, thread: str | None = None) -> str:
        """What the reading command of this call writes."""
        for name, value in {SESSION_VARIABLE: session, THREAD_VARIABLE: thread or session, CALL_VARIABLE: call}.items():
            self._monkeypatch.setenv(name, value)
        return b"".join(receipts(reads)).decode()

    def ran(self, session: str, call: str, output: str, command: str = "./script.sh", **changes: Any) -> None:
        """A call of this session ended with this output. Its beginning was not worth a look."""
        event = json.loads(self.finish(session, call, command, output)) | changes
        assert self.send(json.dumps(event).encode()) == b""

    def ids(self, session: str) -> list[str]:
        return [line.split('"')[1] for line in self.hint(session).splitlines() if line.startswith("- id ")]


@pytest.fixture
def host(state_path: Path, monkeypatch: pytest.MonkeyPatch) -> SealingDriver:
    driver = SealingDriver(monkeypatch)
    driver.send(driver.start("a"))
    return driver


def refusals(state_path: Path) -> dict[str, int]:
    found = json.loads((state_path / "tally.json").read_text())["refusals"]
    return {word: count["count"] for word, count in found.items()}


def test_a_sealed_read_counts_whatever_the_command_and_the_rest_of_the_output_are(host: SealingDriver) -> None:
    made = host.receipts("a", "c1", READ)
    host.ran("a", "c1", f"partial line{made}other text", "for x in y; do weird | stuff; done > /dev/null")
    assert host.ids("a") == [PRACTICE]


def test_several_receipts_of_one_call_all_count_in_order(host: SealingDriver) -> None:
    host.ran("a", "c1", host.receipts("a", "c1", READ, OTHER))
    assert host.ids("a") == [OTHER_PRACTICE, PRACTICE]


def test_parallel_calls_each_bring_their_own(host: SealingDriver) -> None:
    one, other = host.receipts("a", "c1", READ), host.receipts("a", "c2", OTHER)
    host.ran("a", "c2", other)
    host.ran("a", "c1", one)
    assert host.ids("a") == [PRACTICE, OTHER_PRACTICE]


def test_an_ephemeral_root_counts(state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = SealingDriver(monkeypatch)
    host.send(json.dumps(json.loads(host.start("e")) | {"transcript_path": None}).encode())
    host.ran("e", "c1", host.receipts("e", "c1", READ), transcript_path=None)
    assert host.ids("e") == [PRACTICE]


def test_a_receipt_printed_again_by_a_later_call_does_not_count(host: SealingDriver, state_path: Path) -> None:
    made = host.receipts("a", "c1", READ)
    host.ran("a", "c2", made)
    assert host.ids("a") == []
    assert refusals(state_path) == {"receipt-call": 1}


def test_a_receipt_of_another_conversation_does_not_count(host: SealingDriver, state_path: Path) -> None:
    host.send(host.start("b"))
    host.ran("a", "c1", host.receipts("b", "c1", READ))
    assert host.ids("a") == []
    assert refusals(state_path) == {"receipt-session": 1}


def test_a_receipt_of_a_child_or_a_reviewer_does_not_count(host: SealingDriver, state_path: Path) -> None:
    host.ran("a", "c1", host.receipts("a", "c1", READ, thread="side-thread"))
    assert host.ids("a") == []
    assert refusals(state_path) == {"receipt-thread": 1}


@pytest.mark.parametrize("field", ["agent_id", "agent_type"])
@pytest.mark.parametrize("value", [None, "", "x"])
def test_any_trace_of_an_agent_means_that_the_root_did_not_read(
    host: SealingDriver, state_path: Path, field: str, value: str | None
) -> None:
    host.ran("a", "c1", host.receipts("a", "c1", READ), **{field: value})  # type: ignore[arg-type]
    assert host.ids("a") == []
    assert refusals(state_path) == {"subagent": 1}


def test_a_receipt_of_an_epoch_that_is_over_does_not_count(host: SealingDriver, state_path: Path) -> None:
    made = host.receipts("a", "c1", READ)
    host.send(host.start("a", "clear"))
    host.ran("a", "c1", made)
    assert host.ids("a") == []
    assert refusals(state_path) == {"stale": 1}


def test_the_receipts_of_one_call_count_once(host: SealingDriver, state_path: Path) -> None:
    made = host.receipts("a", "c1", READ)
    host.ran("a", "c1", made)
    host.ran("a", "c1", made)
    assert refusals(state_path) == {"receipt-repeated": 1}
    assert json.loads((state_path / "tally.json").read_text())["results"]["added"]["count"] == 1


def test_each_receipt_of_a_response_is_judged_alone(host: SealingDriver, state_path: Path) -> None:
    foreign, own = host.receipts("a", "c9", OTHER), host.receipts("a", "c1", READ)
    host.ran("a", "c1", foreign + own.replace("Title", "Titel") + own + own[:-9])
    assert host.ids("a") == [PRACTICE]
    assert refusals(state_path) == {"receipt-call": 1, "receipt": 2}


def test_a_receipt_and_an_answer_for_the_same_read_are_one_entry(host: SealingDriver, state_path: Path) -> None:
    command = f"lore get {PRACTICE} --json"
    host.send(host.begin("a", "c1", command))
    host.ran("a", "c1", line(digest="a" * 64) + host.receipts("a", "c1", READ), command)
    assert host.ids("a") == [PRACTICE]


def test_receipts_of_a_conversation_that_was_not_announced_do_not_count(host: SealingDriver, state_path: Path) -> None:
    host.ran("never", "c1", host.receipts("a", "c1", READ))
    assert host.ids("never") == []
    assert refusals(state_path) == {"not-announced": 1}


def test_another_secret_loses_receipts_in_flight_and_nothing_else(host: SealingDriver, state_path: Path) -> None:
    host.ran("a", "c0", host.receipts("a", "c0", OTHER))
    made = host.receipts("a", "c1", READ)
    (state_path / "secret").unlink()
    host.ran("a", "c1", made)
    host.send(host.start("a", "resume"))
    host.ran("a", "c1", made)
    assert host.ids("a") == [OTHER_PRACTICE]
    host.ran("a", "c2", host.receipts("a", "c2", READ))
    assert host.ids("a") == [PRACTICE, OTHER_PRACTICE]


def test_the_secret_is_made_once_and_is_the_owners_alone(host: SealingDriver, state_path: Path) -> None:
    secret = state_path / "secret"
    before = secret.read_bytes()
    assert len(before) == 32
    assert secret.stat().st_mode & 0o777 == 0o600
    host.send(host.start("b"))
    assert secret.read_bytes() == before
    secret.write_bytes(b"short")
    host.send(host.start("c"))
    assert len(secret.read_bytes()) == 32


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o610])
def test_a_secret_that_others_may_have_read_or_written_is_none_and_is_made_anew(
    host: SealingDriver, state_path: Path, mode: int
) -> None:
    secret = state_path / "secret"
    made, before = host.receipts("a", "c1", READ), secret.read_bytes()
    assert made
    secret.chmod(mode)
    assert host.receipts("a", "c1", READ) == ""
    host.ran("a", "c1", made)
    assert host.ids("a") == []
    host.send(host.start("a", "resume"))
    assert (secret.stat().st_mode & 0o777, secret.read_bytes() == before) == (0o600, False)
    host.ran("a", "c2", host.receipts("a", "c2", READ))
    assert host.ids("a") == [PRACTICE]


@pytest.mark.parametrize("missing", [SESSION_VARIABLE, THREAD_VARIABLE, CALL_VARIABLE])
@pytest.mark.parametrize("value", [None, ""])
def test_without_one_of_the_three_ids_there_is_no_receipt(
    host: SealingDriver, monkeypatch: pytest.MonkeyPatch, missing: str, value: str | None
) -> None:
    assert host.receipts("a", "c1", READ)
    monkeypatch.delenv(missing) if value is None else monkeypatch.setenv(missing, value)
    assert receipts([READ]) == []


@pytest.mark.parametrize("spoil", ["no state", "no secret", "another home", "relative home", "damaged", "no home"])
def test_without_state_or_secret_there_is_no_receipt_and_nothing_is_written(
    host: SealingDriver, state_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    assert host.receipts("a", "c1", READ)
    if spoil == "no state":
        state_path.rename(state_path.with_name("moved"))
    elif spoil == "no secret":
        (state_path / "secret").unlink()
    elif spoil == "damaged":
        next((state_path / "conversations").iterdir()).write_text("{")
    else:
        monkeypatch.setenv("PRACTICE_LEDGER_HOME", "relative" if spoil == "relative home" else "/nowhere/at/all")
    before = sorted(state_path.parent.rglob("*"))
    assert receipts([READ]) == []
    assert sorted(state_path.parent.rglob("*")) == before


def test_sealing_writes_nothing(host: SealingDriver, state_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in state_path.rglob("*")}
    assert host.receipts("a", "c1", READ)
    assert {path: path.stat().st_mtime_ns for path in state_path.rglob("*")} == before


def test_without_receipts_and_reads_a_call_costs_no_look_at_the_state(host: SealingDriver, state_path: Path) -> None:
    before = (state_path / "tally.json").read_bytes()
    host.ran("a", "c1", "practice-ledger-receipt: a text about receipts")
    assert (state_path / "tally.json").read_bytes() == before


@pytest.mark.parametrize("ended", [False, True])
def test_a_receipt_made_before_its_conversation_was_forgotten_does_not_count(
    host: SealingDriver, state_path: Path, ended: bool
) -> None:
    host.ran("a", "c1", host.receipts("a", "c1", READ))
    made = host.receipts("a", "c2", OTHER)
    if ended:
        host.send(host.end("a"))
    forget(state_path, ConversationKey("codex", "a").hashed())
    assert not any(json.loads(path.read_text())["sealed"] for path in (state_path / "conversations").iterdir())
    host.send(host.start("a", "resume"))
    host.ran("a", "c2", made)
    assert host.ids("a") == []
    assert refusals(state_path) == {"stale": 1}
    host.ran("a", "c3", host.receipts("a", "c3", READ))
    assert host.ids("a") == [PRACTICE]


def test_a_sealed_read_shows_that_its_conversation_goes_on(host: SealingDriver, state_path: Path) -> None:
    host.send(host.end("a"))
    host.ran("a", "c1", host.receipts("a", "c1", READ))
    name = ConversationKey("codex", "a").hashed()
    assert forget(state_path, name).emptied == [name]
