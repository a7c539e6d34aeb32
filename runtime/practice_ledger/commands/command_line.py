"""Runs one command of a person: parsed, done, rendered once."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.page import Page
from practice_ledger.commands.parser import PROGRAM, VERBS, build_parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from practice_ledger.commands.result import Result

SCHEMA = "practice-ledger/1"
"""The version of the JSON envelope. Fields may be added under it, none changed or taken away."""


def run_command(words: Sequence[str]) -> ExitStatus:
    """Prints the command's result to standard output, and what is wrong to standard error."""
    if not words:
        build_parser().print_help(sys.stderr)
        return ExitStatus.USAGE
    wants_json = "--json" in words
    command = words[0] if words[0] in VERBS else None
    try:
        arguments = build_parser().parse_args([*words[1:2], "--help"] if words[0] == "help" else words)
        result = VERBS[arguments.command].run(arguments)
        status = result.status
        text = _envelope(command, status, result=_fields(result)) if wants_json else _page(result)
    except CommandError as error:
        status = error.status
        told = {"code": error.code, "message": error.message, "next": error.next_step}
        text = _envelope(command, status, error=told) if wants_json else ""
        sys.stderr.write("".join(f"{line}\n" for line in (f"{PROGRAM}: {error.message}", error.next_step) if line))
    return _written(text, status)


def _fields(result: Result) -> dict[str, object]:
    return result.model_dump(mode="json")


def _envelope(command: str | None, status: ExitStatus, **outcome: object) -> str:
    """ASCII, because a terminal would obey some of the characters that JSON lets stand."""
    return json.dumps({"schema": SCHEMA, "command": command, "status": int(status), **outcome}, indent=2) + "\n"


def _page(result: Result) -> str:
    page = Page()
    result.show(page)
    return page.text()


def _written(text: str, status: ExitStatus) -> ExitStatus:
    """Writes the text as a whole. A reader that went away is no fault."""
    if not text:
        return status
    if sys.stdout is None:
        return _unwritten("it is closed")
    try:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # The interpreter would try once more when it ends, and say so in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return status if isinstance(error, BrokenPipeError) else _unwritten(str(error.strerror))
    return status


def _unwritten(why: str) -> ExitStatus:
    sys.stderr.write(f"{PROGRAM}: cannot write to standard output: {why}\n")
    return ExitStatus.FAILED
