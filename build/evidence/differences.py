"""Two recordings of one scenario, compared payload by payload."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Sequence

from evidence.neutral import agent_by_agent, neutral


def difference(stored: Sequence[str], seen: Sequence[str], name: str) -> str:
    """A unified diff of the two, "" if they say the same. Agents that ran at once may be heard in any order."""
    return "\n".join(
        difflib.unified_diff(_shown(stored), _shown(seen), f"stored/{name}", f"seen/{name}", lineterm="", n=2)
    )


def _shown(lines: Sequence[str]) -> list[str]:
    """A payload's fields, and the lines of what is printed in them, each on a line of its own."""
    shown = []
    for line in agent_by_agent(neutral(lines, {})) if lines else ():
        for field in json.dumps(json.loads(line), indent=1, ensure_ascii=False).splitlines():
            shown += re.split(r"(?<=\\n)", field)
    return shown
