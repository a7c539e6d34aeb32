"""Runs one command of a person: parsed, done, rendered once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.page import Page
from practice_ledger.commands.parser import VERBS, build_parser
from practice_ledger.commands.streams import PROGRAM, say, speak_utf_8, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from practice_ledger.commands.result import Result

SCHEMA = "practice-ledger/1"
"""The version of the JSON envelope. Fields may be added under it, none changed or taken away."""


def run_command(words: Sequence[str]) -> ExitStatus:
    """Prints the command's result to standard output, and what is wrong to standard error."""
    speak_utf_8()
    if not words:
        say(build_parser().format_help())
        return ExitStatus.USAGE
    command = words[0] if words[0] in VERBS else None
    wants_json = "--json" in words and (command is None or VERBS[command].JSON)
    try:
        return _run(words, command, wants_json=wants_json)
    except CommandError as error:
        return _told(error, command, wants_json=wants_json)
    except KeyboardInterrupt:
        interrupted = CommandError("interrupted", "Interrupted. What was done stays done.", "", ExitStatus.INTERRUPTED)
        return _told(interrupted, command, wants_json=wants_json)


def _run(words: Sequence[str], command: str | None, *, wants_json: bool) -> ExitStatus:
    arguments = build_parser().parse_args([*words[1:2], "--help"] if words[0] == "help" else words)
    result = VERBS[arguments.command].run(arguments)
    text = _envelope(command, result.status, result=result.model_dump(mode="json")) if wants_json else _page(result)
    return written(text, result.status)


def _told(error: CommandError, command: str | None, *, wants_json: bool) -> ExitStatus:
    say("".join(f"{line}\n" for line in (f"{PROGRAM}: {error.message}", error.next_step) if line))
    told = {"code": error.code, "message": error.message, "next": error.next_step}
    return written(_envelope(command, error.status, error=told) if wants_json else "", error.status)


def _envelope(command: str | None, status: ExitStatus, **outcome: object) -> str:
    """ASCII, because a terminal would obey some of the characters that JSON lets stand."""
    return json.dumps({"schema": SCHEMA, "command": command, "status": int(status), **outcome}, indent=2) + "\n"


def _page(result: Result) -> str:
    page = Page()
    result.show(page)
    return page.text()
