"""Every recorded scenario of a real Codex comes out as written beside it. [R14]"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hosts.evidence import expectation, outcome, payloads, recordings


@pytest.mark.parametrize("recording", recordings(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_scenario_comes_out_as_expected(recording: Path, state_path: Path) -> None:
    assert outcome(recording, state_path) == json.loads(expectation(recording).read_text())


def test_every_version_and_scenario_has_recordings() -> None:
    assert {path.parent.name for path in recordings()} == {
        "codex-0.144.0",
        "codex-0.155.0",
        "codex-0.165.0",
        "codex-0.171.0",
    }
    assert len(recordings()) == 59
    assert all(payloads(path) for path in recordings())


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
