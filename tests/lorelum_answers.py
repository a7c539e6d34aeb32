"""Answers of `lore get --json` as its published contract has them, for tests that need no process."""

from __future__ import annotations

import hashlib
import json
from typing import Any

PRACTICE = "agentic-coding.context.give-delegated-agents-decision-context"
OTHER_PRACTICE = "agentic-coding.verification.map-evidence-to-acceptance"


def answer(practice_id: str = PRACTICE, **changes: Any) -> dict[str, Any]:
    """A successful answer. `changes` go into the Practice, but for `digest`, `packs` and `pack_root`."""
    digest = changes.pop("digest", hashlib.sha256(practice_id.encode()).hexdigest())
    packs = changes.pop("packs", ["agentic-coding"])
    pack_root = changes.pop("pack_root", "selected-store")
    practice = {
        "id": practice_id,
        "title": "Give Delegated Agents Decision Context",
        "stage": "context",
        "tech_stack": [],
        "applies_when": "a bounded task is about to be delegated",
        "severity": "warn",
        "body": "## When to apply\n\nText of the Practice.\n",
        "anti_patterns": [],
    }
    return {
        "protocolVersion": 2,
        "toolVersion": "0.1.0",
        "command": "get",
        "diagnostics": {"traceId": "00000000-0000-4000-8000-000000000001"},
        "ok": True,
        "data": {
            "practice": practice | changes,
            "contentDigest": digest,
            "sources": [{"packName": pack, "sourcePath": "practices/x.md", "packRoot": pack_root} for pack in packs],
        },
    }


def line(practice_id: str = PRACTICE, **changes: Any) -> str:
    """What `lore get <id> --json` prints, its line break included."""
    return json.dumps(answer(practice_id, **changes), ensure_ascii=False, separators=(",", ":")) + "\n"
