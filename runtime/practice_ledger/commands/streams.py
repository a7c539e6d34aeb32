"""Standard output and standard error as a person's command writes them, whatever has become of them."""

from __future__ import annotations

import io
import os
import sys

from practice_ledger import __version__
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.reading.terminal_text import harmless

PROGRAM = "practice-ledger"
VERSION = f"{PROGRAM} {__version__}"


def written(text: str, status: ExitStatus) -> ExitStatus:
    """Writes to standard output, and returns `status`, or what the command ends with if that cannot be done.

    A reader that went away is no fault.
    """
    if not text:
        return status
    if sys.stdout is None:
        return _unwritten("it is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(_encoded(text, sys.stdout.encoding))
        sys.stdout.flush()
    except OSError as error:
        # The interpreter would try once more when it ends, and say so in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return status if isinstance(error, BrokenPipeError) else _unwritten(str(error.strerror))
    return status


def say(text: str) -> None:
    """Writes to standard error what a terminal may safely be sent. That it cannot be written is no fault."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(harmless(text))
        sys.stderr.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _encoded(text: str, encoding: str) -> bytes:
    """A path whose bytes are no text comes out as these bytes."""
    try:
        return text.encode(encoding, "surrogateescape")
    except UnicodeEncodeError:
        return text.encode(encoding, "backslashreplace")


def _unwritten(why: str) -> ExitStatus:
    say(f"{PROGRAM}: cannot write to standard output: {why}\n")
    return ExitStatus.FAILED


def speak_utf_8() -> None:
    """Windows gives a pipe the encoding of the country, which lacks most characters."""
    if sys.platform != "win32":
        return
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
