"""What the host tests have agents read, and what a child was told of it."""

from __future__ import annotations

import re

from codex_host.hint_message import hints_of
from codex_host.model_steps import Shell
from codex_host.scripted_model import ScriptedModel

DELEGATION = "agentic-coding.context.give-delegated-agents-decision-context"
EVIDENCE = "agentic-coding.verification.map-evidence-to-acceptance"
MISSING = "agentic-coding.missing.practice"


def command(practice_id: str) -> str:
    """The plainest command that counts as a read."""
    return f"lore get {practice_id} --json"


def read(practice_id: str) -> Shell:
    """The step of a model that reads a Practice in the plainest way that counts."""
    return Shell(command(practice_id))


def told(model: ScriptedModel, agent: str) -> list[str]:
    """The Practice ids that an agent was told of before its first step, in their order; [] without a hint.

    The last request of an agent holds its whole history, so the hint must stand there too, and once only.
    """
    first, last = model.first_request_of(agent), model.requests_of(agent)[-1]
    hints = hints_of(first)
    assert len(hints) <= 1, f"{len(hints)} hints at once"
    assert hints_of(last) == hints, "the hint changed on the way"
    ids = re.findall(r'^- id "([^"]+)"', hints[0], re.MULTILINE) if hints else []
    assert bool(ids) == bool(hints), f"a hint without items: {hints}"
    if not hints:
        assert "agentic-coding" not in first.text()
    return ids
