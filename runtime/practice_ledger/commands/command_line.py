"""The command line as a person meets it."""

from __future__ import annotations

import argparse
import os
import sys
from enum import IntEnum
from typing import TYPE_CHECKING

from practice_ledger import __version__, bounds
from practice_ledger.commands import reading_help
from practice_ledger.contract.names import is_practice_id
from practice_ledger.hint.quoted_text import quoted
from practice_ledger.reading import read_command
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.storage.state_directory import state_directory

if TYPE_CHECKING:
    from collections.abc import Sequence


class ExitStatus(IntEnum):
    """What the program's exit status means, but for `read`, which has its own. `USAGE` is argparse's own."""

    OK = 0
    FAILED = 1
    USAGE = 2


def run_command(arguments: Sequence[str]) -> ExitStatus:
    """Runs one command; prints its result to standard output and what is wrong to standard error."""
    parsed = _parser().parse_args(arguments)
    if parsed.command == "read":
        read_command.run(list(dict.fromkeys(parsed.ids)))
    try:
        print(_COMMANDS[parsed.command](), flush=True)
    except Refused as refused:
        print(f"practice-ledger: {REASONS[refused.reason]}", file=sys.stderr)
        return ExitStatus.FAILED
    except OSError as error:
        # The interpreter would try once more when it ends, and say so in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return ExitStatus.OK
        print(f"practice-ledger: cannot write to standard output: {error.strerror}", file=sys.stderr)
        return ExitStatus.FAILED
    return ExitStatus.OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="practice-ledger",
        description="Remembers which Practices a root agent provably read, and tells its subagents.",
        epilog="exit status: 0 done, 1 not possible (a line on standard error says why), 2 wrong usage; "
        "`read` has more: see `practice-ledger read --help`",
    )
    parser.add_argument("--version", action="version", version=f"practice-ledger {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    read = commands.add_parser(
        "read",
        help="print Practices, so that the read is remembered wherever the output goes",
        description=reading_help.DESCRIPTION,
        epilog=reading_help.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    read.add_argument("ids", metavar="ID", nargs="+", type=_practice_id, action=_NotTooMany, help=reading_help.ID)
    commands.add_parser("paths", help="print the directory that holds everything the product remembers")
    hook = commands.add_parser("hook", help="called by a host with one event on standard input; not for people")
    hook.add_argument("host", metavar="HOST")
    return parser


def _practice_id(word: str) -> str:
    if not is_practice_id(word):
        raise argparse.ArgumentTypeError(f"not a Practice id: {quoted(word)}")
    return word


class _NotTooMany(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        if isinstance(values, list) and len(values) > bounds.READ_IDS:
            parser.error(f"at most {bounds.READ_IDS} Practices at once")
        setattr(namespace, self.dest, values)


_COMMANDS = {"paths": state_directory}
