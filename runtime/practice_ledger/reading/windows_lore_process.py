"""Runs `lore` once on Windows; what `lore_process.run` is elsewhere. [R23]

`subprocess` and threads, since Windows waits for no two pipes at once. Its import is little beside the start of a
program there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

from practice_ledger import bounds
from practice_ledger.child_environment import child_environment
from practice_ledger.reading.lore_process import TOO_LONG, TOO_SLOW, Ended

assert sys.platform == "win32"  # noqa: S101 - for the type checker; nobody else imports this

from practice_ledger.windows_programs import end_with_children, system_program  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

    from practice_ledger.reading.ending_signals import EndingSignals

_PIECE = 1 << 16
_TICK_SECONDS = 0.02
_REST_SECONDS = 0.1  # for what is in a pipe whose writer is gone
_END_SECONDS = 1.0
_BATCH_FILES = (".bat", ".cmd")


def run(
    program: str, arguments: Sequence[str], seconds: float, signals: EndingSignals, meanwhile: Callable[[], None]
) -> Ended:
    """As `lore_process.run`. No console window appears. What ends this early ends the processes below `lore` too."""
    process = subprocess.Popen(
        _command(program, arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment(),
        creationflags=subprocess.CREATE_NO_WINDOW,
    )
    ended = Ended()
    takers = [
        threading.Thread(target=_take_output, args=(process.stdout, ended), daemon=True),
        threading.Thread(target=_take_errors, args=(process.stderr, ended), daemon=True),
    ]
    for taker in takers:
        taker.start()
    try:
        meanwhile()
        _follow(process, time.monotonic() + seconds, signals, ended)
    finally:
        if process.poll() is None:
            _end(process)
    _wait_for_the_rest(takers, ended)
    if len(ended.output) > bounds.ANSWER_BYTES:
        ended.fault = TOO_LONG
    ended.status = process.returncode or 0
    return ended


def _command(program: str, arguments: Sequence[str]) -> str | list[str]:
    """The command line. The words of `arguments` need no quotes; a path may, and a batch file takes a shell."""
    if not program.lower().endswith(_BATCH_FILES):
        return [program, *arguments]
    return f'"{system_program("cmd.exe")}" /d /v:off /s /c ""{program}" {" ".join(arguments)}"'


def _follow(process: subprocess.Popen[bytes], end: float, signals: EndingSignals, ended: Ended) -> None:
    while not signals.noted and len(ended.output) <= bounds.ANSWER_BYTES:
        try:
            process.wait(_TICK_SECONDS)
            return
        except subprocess.TimeoutExpired:
            pass
        if time.monotonic() > end:
            ended.fault = TOO_SLOW
            return


def _take_output(pipe: IO[bytes], ended: Ended) -> None:
    while len(ended.output) <= bounds.ANSWER_BYTES and (piece := os.read(pipe.fileno(), _PIECE)):
        ended.output += piece


def _take_errors(pipe: IO[bytes], ended: Ended) -> None:
    while piece := os.read(pipe.fileno(), _PIECE):
        room = bounds.LORE_STDERR_BYTES - len(ended.errors)
        ended.errors += piece[:room]
        ended.errors_cut |= len(piece) > room


def _wait_for_the_rest(takers: Sequence[threading.Thread], ended: Ended) -> None:
    """Until both pipes are at their end, or, where a process in the background keeps them open, nothing comes."""
    for taker in takers:
        before = -1
        while taker.is_alive() and before != len(ended.output) + len(ended.errors):
            before = len(ended.output) + len(ended.errors)
            taker.join(_REST_SECONDS)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and those below it, and waits for it, though not for ever."""
    end_with_children(process)
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        return
