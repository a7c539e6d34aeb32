"""`practice-ledger expire`"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from kept_state import opened
from practice_ledger import bounds, hook_run
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey

from .conftest import unreadable

if TYPE_CHECKING:
    from commands.conftest import Ran


def test_it_says_what_went(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hook_run, "_now", lambda: int(time.time()) - bounds.ROOT_LIFETIME - 60)
    codex.send(codex.start("expired"))
    (state_path / "conversations" / f"{ConversationKey('codex', 'none').hashed()}.json").write_text("{")
    leftover = state_path / "tally.json.1.0123456789ab.tmp"
    leftover.write_text("")
    os.utime(leftover, (1, 1))
    done = run("expire", "--json").result
    assert done == {
        "expired": [handle_of("expired")],
        "over_bound": [],
        "trimmed": [],
        "set_aside": [handle_of("none")],
        "temporary_files": 1,
        "damaged_files": 0,
        "diagnostics_files": 0,
        "passed_over": [],
    }
    assert run("expire").text == "Nothing had expired, and nothing is over the bounds.\n"


def test_bounds_that_the_settings_lower_are_applied(
    run: Callable[..., Ran], codex: CodexDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[bounds]\nroots = 2\ncandidates_per_root = 1\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    done = run("expire", "--json").result
    assert (len(done["over_bound"]), len(done["trimmed"])) == (1, 1)
    assert [each["candidates"] for each in run("list", "--json").result["conversations"]] == [1, 1]


def test_one_that_is_in_use_is_named(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("practice_ledger.commands.opened_state._LOCK_SECONDS", 0.1)
    with opened(state_path) as other, other.locked_conversation(ConversationKey("codex", "two").hashed()):
        done = run("expire", "--json")
    assert done.status == ExitStatus.PARTLY
    assert handle_of("two") in [each["handle"] for each in done.result["passed_over"]]


@pytest.fixture
def lowered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lowers bounds from now on."""

    def lower(lines: str) -> None:
        settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"[bounds]\n{lines}")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    return lower


def test_calls_beyond_a_lowered_bound_go(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    lowered: Callable[[str], None],
) -> None:
    for number in range(8):
        codex.send(codex.begin("none", f"c{number}", "lore get a.b --json"))
    lowered("pending_calls = 4\n")
    assert run("expire", "--json").result["trimmed"] == [handle_of("none")]
    path = state_path / "conversations" / f"{ConversationKey('codex', 'none').hashed()}.json"
    assert len(json.loads(path.read_text())["pending"]) == 4
    assert run("expire", "--json").result["trimmed"] == []


def test_faults_beyond_a_lowered_bound_go_the_oldest_first(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, lowered: Callable[[str], None]
) -> None:
    lines = [f"2030-01-01T00:00:00Z event fault-{number:04}" for number in range(1000)]
    (state_path / "diagnostics.log").write_text("".join(f"{line}\n" for line in lines))
    assert run("expire", "--json").result["diagnostics_files"] == 0
    lowered("diagnostics_bytes = 4096\n")
    assert "1 file of faults shortened." in run("expire").text
    kept = (state_path / "diagnostics.log").read_text()
    assert 4000 < len(kept) <= 4096
    assert kept.splitlines() == lines[-len(kept.splitlines()) :]


def test_faults_that_cannot_be_written_are_named_and_the_rest_is_done(
    run: Callable[..., Ran], codex: CodexDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    codex.send(b"{")
    unreadable(monkeypatch, "diagnostics.log")
    done = run("expire", "--json")
    assert done.status == ExitStatus.PARTLY
    assert [each["handle"] for each in done.result["passed_over"]] == ["diagnostics.log"]
