"""What a long run came to, as text for docs/reliability.md."""

from __future__ import annotations

import time

from soak.long_run import Result
from soak.outcome import Outcome


def report(result: Result, minutes: float) -> str:
    lived, wrong = result.lived, result.wrong()
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in lived.events.most_common())
    fuzzed = ", ".join(f"{target} {number:,}" for target, number in result.fuzzed.items())
    rows = [
        ("events through the installed hook", f"{lived.events.total():,} ({kinds})"),
        ("sessions started", f"{lived.sessions:,}, {lived.conversations} on the disk in the end"),
        ("hooks killed at any moment", f"{lived.kills:,}"),
        ("hooks killed at a system call on the state", _counted(result.hook_kills)),
        ("processes killed among many changes", _counted(result.library_kills)),
        ("system calls on the state that failed", _counted(result.refusals)),
        ("inputs fuzzed", f"{sum(result.fuzzed.values()):,} ({fuzzed})"),
        ("temporary files left by kills, before they are swept", f"{lived.temporary_files:,}"),
        (
            "time of an event to that over an empty state, last tenth to first",
            f"{lived.growth:.2f} (tolerated: {lived.tolerated:.2f})",
        ),
        ("changes given up for want of time, and not acknowledged", f"{lived.given_up:,}"),
        ("kill points that there are", ", ".join(f"{number:,} in {where}" for where, number in result.points.items())),
        ("losses, half states, odd files, hooks that were late or not silent", f"{len(wrong):,}"),
    ]
    date = time.strftime("%Y-%m-%d", time.gmtime())
    found = "WITH FINDINGS" if wrong else "nothing lost"
    head = f"Last run: {date}, {minutes:g} minutes, {found}.\n\n| | |\n|---|---|\n"
    return head + "".join(f"| {name} | {value} |\n" for name, value in rows)


def _counted(outcome: Outcome) -> str:
    """By system call. Those that met no such call are said too."""
    missed = outcome.missed.total()
    more = f"; {missed} more met none" if missed else ""
    return f"{outcome.met.total():,} ({', '.join(outcome.table())}{more})"
