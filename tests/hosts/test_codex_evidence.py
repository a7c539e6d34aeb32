"""Every recorded scenario of a real Codex comes out as written beside it. [R14]"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codex_host.codex_install import pinned_versions
from evidence.scenarios import SCENARIOS
from hosts.evidence import FIXTURES, expectation, outcome, payloads, recordings


@pytest.mark.parametrize("recording", recordings(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_scenario_comes_out_as_expected(recording: Path, state_path: Path) -> None:
    assert outcome(recording, state_path) == json.loads(expectation(recording).read_text())


def test_every_pinned_version_has_recordings_of_every_scenario_in_both_modes() -> None:
    names = {f"{mode}.{scenario.name}" for scenario in SCENARIOS if scenario.kept for mode in scenario.modes}
    found = {path.name: {one.stem for one in path.glob("*.jsonl")} for path in FIXTURES.iterdir()}
    assert found == {f"codex-{version}": names for version in pinned_versions()}
    assert all(payloads(path) for path in recordings())


@pytest.mark.parametrize("name", sorted({path.stem for path in recordings()}))
def test_a_scenario_comes_to_the_same_in_every_version_but_where_the_page_says_why(name: str) -> None:
    outcomes = {path.parent.name: expectation(path).read_text() for path in recordings() if path.stem == name}
    usual = outcomes["codex-0.171.0"]
    assert {version for version, outcome in outcomes.items() if outcome != usual} == OTHERWISE.get(name, set())


OTHERWISE = {
    "code-mode.interrupted": {"codex-0.144.6", "codex-0.147.0", "codex-0.155.0"},
    "code-mode.reverted": {"codex-0.144.6", "codex-0.147.0"},
    "unified-exec.reverted": {"codex-0.144.6", "codex-0.147.0"},
}
"""Where an older Codex makes something else of a scenario; see the facts `rewinding` and `interrupted`."""


def test_nothing_of_a_payload_but_the_candidates_fields_is_ever_on_disk(state_path: Path) -> None:
    """Looks for every longer text of every payload in every byte of the state. [R4, R6]"""
    for recording in recordings():
        outcome(recording, state_path)
    stored = b"".join(path.read_bytes() for path in state_path.rglob("*") if path.is_file()).decode(errors="replace")
    names = " ".join(str(path) for path in state_path.rglob("*"))
    secrets = set()
    for recording in recordings():
        for payload in map(json.loads, payloads(recording)):
            for field in ("session_id", "transcript_path", "cwd", "turn_id", "tool_use_id", "agent_id", "model"):
                secrets.add(payload.get(field))
            if payload.get("tool_name") == "Bash":
                secrets.add(payload["tool_input"]["command"])
                secrets.update(line for line in payload.get("tool_response", "").splitlines())
    secrets |= {"Guidance for", "When to apply", "/home/dev", ".lorelum", "lore get", "--json", "rollout-"}
    found = [secret for secret in secrets if secret and (secret in stored or secret in names)]
    assert found == []
    assert "agentic-coding.context.give-delegated-agents-decision-context" in stored
