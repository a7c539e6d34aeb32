"""The hook of the recording plugin: usage: python -I -S recorder.py FILE EVENT

Adds the payload to FILE, one a line, in one write, so that hooks that run at once do not mix their lines. What it
knows of the trial stands in its environment.
"""

from __future__ import annotations

import os
import sys

SLOW_EVENT = "PRACTICE_LEDGER_EVIDENCE_SLOW"
"""Names an event whose payload is written half a second late."""
CONTEXT = "what the recorder says to a child"
"""What every child is told."""
_LATE_SECONDS = 0.5


def main(file: str, event: str) -> None:
    payload = sys.stdin.buffer.read().replace(b"\n", b" ")
    if os.environ.get(SLOW_EVENT) == event:
        import time

        time.sleep(_LATE_SECONDS)
    sink = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(sink, payload + b"\n")
    os.close(sink)
    if event == "SubagentStart":
        sys.stdout.write(
            '{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"' + CONTEXT + '"}}'
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
