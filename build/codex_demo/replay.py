"""Events that a real Codex once sent, given to the command lines of the assembled plugin's hooks."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from codex_demo.showing import Demonstration, HookTime

PLUGIN = "practice-ledger"
RECORDED = Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "codex-0.171.0" / "unified-exec.child.jsonl"
PRACTICES = ("agentic-coding.context.give-delegated-agents-decision-context",)
"""What the root agent reads in the recorded conversation."""


def replayed(plugin_marketplace: Path, work: Path) -> Demonstration:
    """Runs the hooks of the assembled plugin for each recorded event, as Codex would, with the state under `work`."""
    plugin, state = plugin_marketplace / "plugins" / PLUGIN, work / "state"
    environment = {**os.environ, "PLUGIN_ROOT": str(plugin), "PRACTICE_LEDGER_HOME": str(state)}
    hooks = json.loads((plugin / "hooks" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
    hint, times = "", []
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        for hook in _hooks_for(event, hooks):
            started = time.perf_counter()
            done = subprocess.run(
                ["/bin/sh", "-c", hook["command"]],
                input=line.encode(),
                capture_output=True,
                env=environment,
                timeout=hook["timeout"],
                check=True,
            )
            times.append(HookTime(event["hook_event_name"], (time.perf_counter() - started) * 1000))
            if done.stdout:
                hint = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    return Demonstration(
        read=PRACTICES,
        hint=hint,
        where_hint="REPLAY: what the hooks answered to the recorded start of a subagent",
        times=times,
        where_times="REPLAY: how long each hook took (measured here, without Codex)",
        state=state,
    )


def _hooks_for(event: dict[str, Any], hooks: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for group in hooks.get(event["hook_event_name"], []):
        if re.search(group.get("matcher", ""), event.get("tool_name", "")):
            yield from group["hooks"]
