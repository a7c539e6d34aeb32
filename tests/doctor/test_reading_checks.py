"""Which `lore` is there, and would a sealed read be remembered?"""

from __future__ import annotations

from pathlib import Path

import pytest

from doctor.conftest import around, program_file, report, told
from host_drivers.codex import CodexDriver
from practice_ledger.doctor.check import Check
from practice_ledger.doctor.findings import Verdict
from practice_ledger.doctor.reading_checks import lore, sealed_reads
from practice_ledger.hosts.host_report import RunningHost

IDS = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}


@pytest.fixture
def lore_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the PATH with a `lore` that leaves a mark when it runs."""
    folder = tmp_path / "with-lore"
    program_file(folder / "lore", f"touch '{folder}/ran'")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


def test_lore_is_told_and_never_run(lore_folder: Path) -> None:
    came_to = lore(around())
    assert came_to.verdict == Verdict.OK
    assert str(lore_folder / "lore") in told(came_to)
    assert not (lore_folder / "ran").exists()


def test_a_missing_lore_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    came_to = lore(around())
    assert came_to.finding == "lore-missing"
    assert "/nowhere" in told(came_to)
    assert "Install Lorelum" in (came_to.next_step or "")


def test_a_running_host_that_finds_another_lore_is_told(lore_folder: Path, tmp_path: Path) -> None:
    other = program_file(tmp_path / "other" / "lore")
    hosts = report(running=(RunningHost(7, {"PATH": str(other.parent)}), RunningHost(8, {"PATH": str(lore_folder)})))
    text = told(lore(around(hosts)))
    assert f"process 7) finds {other}" in text
    assert "process 8" not in text


def in_agents_shell(**ids: str) -> Check:
    names = {name: name in ids for name in IDS}
    return sealed_reads(around(report(ids=names), **ids))


def test_a_plain_terminal_needs_no_ids() -> None:
    came_to = in_agents_shell()
    assert came_to.verdict == Verdict.OK
    assert "no agent's shell" in told(came_to)


def test_a_shell_of_an_older_host_lacks_the_id_of_the_call(state_path: Path) -> None:
    came_to = in_agents_shell(CODEX_SESSION_ID="a", CODEX_THREAD_ID="a")
    assert came_to.finding == "sealed-id-missing"
    assert "CODEX_TOOL_CALL_ID" in told(came_to)


def test_a_conversation_whose_start_was_seen_can_seal(driver: CodexDriver) -> None:
    driver.send(driver.start("a"))
    assert in_agents_shell(**IDS).verdict == Verdict.OK


def test_without_any_state_no_conversation_was_announced(state_path: Path) -> None:
    assert in_agents_shell(**IDS).finding == "sealed-not-announced"


def test_a_conversation_whose_start_was_not_seen_cannot_seal(driver: CodexDriver) -> None:
    driver.send(driver.start("another"))
    assert in_agents_shell(**IDS).finding == "sealed-not-announced"


def test_without_the_secret_nothing_can_be_sealed(driver: CodexDriver, state_path: Path) -> None:
    driver.send(driver.start("a"))
    (state_path / "secret").unlink()
    assert in_agents_shell(**IDS).finding == "sealed-no-secret"


def test_state_that_cannot_be_used_cannot_seal(driver: CodexDriver, state_path: Path) -> None:
    driver.send(driver.start("a"))
    state_path.chmod(0o777)
    assert in_agents_shell(**IDS).finding == "sealed-no-state"
