"""What a demonstration showed, and how it is printed."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_COMMAND = "dist/marketplace/plugins/practice-ledger/bin/practice-ledger"


@dataclass(frozen=True)
class HookTime:
    """How long one hook took, in milliseconds."""

    event: str
    milliseconds: float


@dataclass(frozen=True)
class Demonstration:
    """`read` are the Practices that the root agent read; `where_...` say in a few words where something comes from."""

    read: Sequence[str]
    hint: str
    where_hint: str
    times: Sequence[HookTime]
    where_times: str
    state: Path


def print_demonstration(shown: Demonstration) -> None:
    _heading(shown.where_hint)
    print(shown.hint or "(nothing)")
    _heading("Everything that is remembered, in the state directory")
    print(shown.state)
    for path in sorted(path for path in shown.state.rglob("*") if path.is_file()):
        print(f"  {path.stat().st_size:7d} bytes  {path.relative_to(shown.state)}")
    print(f"\nLook at it: PRACTICE_LEDGER_HOME={shlex.quote(str(shown.state))} {_COMMAND} list")
    _heading(shown.where_times)
    print(f"  {'event':<16}{'runs':>6}{'median':>12}{'longest':>12}")
    for event in dict.fromkeys(time.event for time in shown.times):
        times = [time.milliseconds for time in shown.times if time.event == event]
        print(f"  {event:<16}{len(times):>6}{statistics.median(times):>9.0f} ms{max(times):>9.0f} ms")
    print()


def _heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")
