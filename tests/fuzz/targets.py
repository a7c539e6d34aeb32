"""What is fuzzed, by name. A target takes any bytes, and raises anything at all for a promise that is broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fuzz import state_targets, text_targets

Target = Callable[[bytes], None]

CORPUS = Path(__file__).resolve().parent / "corpus"

TARGETS: dict[str, Target] = {
    "hook": state_targets.hook,
    "document": state_targets.document,
    "tally": state_targets.count,
    "command": text_targets.command,
    "output": text_targets.output,
    "envelope": text_targets.envelope,
    "receipts": text_targets.receipts,
}


def corpus(target: str) -> list[Path]:
    """The inputs of the tree for one target."""
    return sorted((CORPUS / target).iterdir())
