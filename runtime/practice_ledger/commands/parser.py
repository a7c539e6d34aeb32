"""The parser, from which `--help`, the completion scripts, the reference page and the man page are made."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING, NoReturn

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import MEANINGS, ExitStatus
from practice_ledger.commands.streams import PROGRAM, VERSION, written
from practice_ledger.commands.verbs import (
    completion,
    doctor,
    expire,
    export,
    forget,
    hook,
    paths,
    purge,
    read,
    settings,
    show,
    status,
)
from practice_ledger.commands.verbs import list as list_verb

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from practice_ledger.commands.verb import Verb

VERBS: dict[str, Verb] = {
    "list": list_verb,
    "show": show,
    "status": status,
    "doctor": doctor,
    "forget": forget,
    "expire": expire,
    "export": export,
    "purge": purge,
    "read": read,
    "settings": settings,
    "paths": paths,
    "completion": completion,
    "hook": hook,
}
"""Every command, in the order of the help."""

SUMMARY = "which Practices the main agent of a conversation read, told to its subagents"
_DESCRIPTION = (
    "Remembers which engineering Practices the main agent of a conversation provably read, and tells each new subagent "
    "of it. Works by itself once the plugin is installed and its hooks are trusted; these commands show what it knows, "
    "make it forget, and say whether it works."
)


class Parser(argparse.ArgumentParser):
    """Wrong usage is an error like any other."""

    def error(self, message: str) -> NoReturn:
        next_step = f"{self.format_usage().rstrip()}\n`{self.prog} --help` says more."
        raise CommandError("usage", message, next_step, ExitStatus.USAGE)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Help and version; what ends the program afterwards knows only of success."""
        if written(message, ExitStatus.OK) != ExitStatus.OK:
            raise SystemExit(ExitStatus.FAILED)


class _Help(argparse.RawDescriptionHelpFormatter):
    """Wraps paragraphs, and leaves alone what is indented or a list."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            paragraph if "\n" in paragraph else textwrap.fill(paragraph, width)
            for paragraph in text.strip().split("\n\n")
        )


def build_parser(*, brief: bool = False) -> argparse.ArgumentParser:
    """The whole command line. `brief` describes each command in half a line, as shells show beside a word."""
    statuses = "\n".join(f"  {status}  {meaning}" for status, meaning in MEANINGS.items())
    parser = Parser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=f"exit status (`read` has its own: see `{PROGRAM} read --help`):\n{statuses}",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, verb in VERBS.items():
        command = commands.add_parser(
            name,
            help=verb.SUMMARY,
            description=verb.SUMMARY if brief else verb.DESCRIPTION,
            epilog=verb.EPILOG or None,
            formatter_class=_Help,
            allow_abbrev=False,
        )
        verb.add_arguments(command)
        if verb.JSON:
            command.add_argument("--json", action="store_true", help="print one JSON document")
    return parser
