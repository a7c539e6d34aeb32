"""Many hooks at once: whether a read is lost, and how long the last one takes. [R12]"""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Sequence

from bench import rows
from bench.figures import Crowd, Times
from bench.installed import Installed
from bench.practices import ENGLISH, Practice, practices
from bench.prepared_state import PreparedState
from host_drivers.codex import CodexDriver


def crowds(installed: Installed, times: Times, repetitions: int) -> list[Crowd]:
    """Both crowds, each so often; the time of one alone is that of `times`."""
    return [
        _crowd(installed, times, repetitions, rows.ONE_CONVERSATION, 1),
        _crowd(installed, times, repetitions, rows.MANY_CONVERSATIONS, rows.WRITERS),
    ]


def _crowd(installed: Installed, times: Times, repetitions: int, name: str, conversations: int) -> Crowd:
    host, state = CodexDriver(), PreparedState(installed.work / "states" / name.replace(" ", "-"))
    reads = practices(ENGLISH)[: rows.WRITERS]
    calls = [
        (f"root-{number % conversations}", f"call-{number}", f"lore get {read.practice_id} --json")
        for number, read in enumerate(reads)
    ]
    with state.in_use():
        for root in sorted({root for root, _, _ in calls}):
            host.send(host.start(root))
        for call in calls:
            host.send(host.begin(*call))
    state.keep()
    payloads = [host.finish(*call, read.answer()) for call, read in zip(calls, reads, strict=True)]
    taken, lost = [], 0
    for _ in range(repetitions):
        state.restore()
        taken.append(_seconds_until_the_last(installed, state, payloads))
        lost += _lost(state, reads)
    return Crowd(name, rows.WRITERS, statistics.median(taken) / times.median(rows.READ_ENDS), lost)


def _seconds_until_the_last(installed: Installed, state: PreparedState, payloads: Sequence[bytes]) -> float:
    command, environment = installed.command("PostToolUse"), installed.environment(state.path)
    started = time.perf_counter()
    hooks = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment) for _ in payloads
    ]
    for hook, payload in zip(hooks, payloads, strict=True):
        if hook.stdin:
            # All have their input before any is waited for; a pipe takes it whole.
            hook.stdin.write(payload)
            hook.stdin.close()
    for hook in hooks:
        hook.wait()
    return time.perf_counter() - started


def _lost(state: PreparedState, reads: Sequence[Practice]) -> int:
    held = {
        candidate["practice_id"] for document in state.documents() for candidate in json.loads(document)["candidates"]
    }
    return len({read.practice_id for read in reads} - held)
