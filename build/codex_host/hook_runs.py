"""One run of a hook, as Codex reports it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class HookRun:
    """`event` is the event's name in camel case, `milliseconds` the host's wait, `texts` what it shows of it."""

    event: str
    status: str
    milliseconds: int
    source: str
    thread_id: str
    texts: tuple[str, ...]

    @classmethod
    def of(cls, parameters: dict[str, Any]) -> HookRun:
        """Reads the parameters of a `hook/completed` notification."""
        run = parameters["run"]
        return cls(
            event=run["eventName"],
            status=run["status"],
            milliseconds=run["durationMs"],
            source=run["sourcePath"],
            thread_id=parameters["threadId"],
            texts=tuple(entry["text"] for entry in run["entries"]),
        )
