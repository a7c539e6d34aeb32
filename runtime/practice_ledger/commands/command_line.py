"""The command line as a person meets it."""

from __future__ import annotations

import argparse
import sys
from enum import IntEnum
from typing import TYPE_CHECKING

from practice_ledger import __version__
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.storage.state_directory import state_directory

if TYPE_CHECKING:
    from collections.abc import Sequence


class ExitStatus(IntEnum):
    """What the program's exit status means. `USAGE` is argparse's own."""

    OK = 0
    FAILED = 1
    USAGE = 2


def run_command(arguments: Sequence[str]) -> ExitStatus:
    """Runs one command; prints its result to standard output and what is wrong to standard error."""
    parsed = _parser().parse_args(arguments)
    try:
        print(_COMMANDS[parsed.command]())
    except Refused as refused:
        print(f"practice-ledger: {REASONS[refused.reason]}", file=sys.stderr)
        return ExitStatus.FAILED
    return ExitStatus.OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="practice-ledger",
        description="Remembers which Practices a root agent provably read, and tells its subagents.",
        epilog="exit status: 0 done, 1 not possible (a line on standard error says why), 2 wrong usage",
    )
    parser.add_argument("--version", action="version", version=f"practice-ledger {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("paths", help="print the directory that holds everything the product remembers")
    commands.add_parser("hook", help="called by a host with one event on standard input; not for people")
    return parser


def _hook() -> str:
    return "practice-ledger hook HOST is called by a host, with one event on standard input."


_COMMANDS = {"paths": state_directory, "hook": _hook}
