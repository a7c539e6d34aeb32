"""The parser, from which `--help`, the completion scripts, the reference page and the man page are made."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from practice_ledger import __version__
from practice_ledger.commands.exit_status import MEANINGS
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
    from practice_ledger.commands.verb import Verb

PROGRAM = "practice-ledger"
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
_DESCRIPTION = """\
Remembers which engineering Practices the main agent of a conversation provably read,
and tells each new subagent of it. Works by itself once the plugin is installed and its
hooks are trusted; these commands show what it knows, make it forget, and say whether it
works.
"""


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    statuses = "\n".join(f"  {status}  {meaning}" for status, meaning in MEANINGS.items())
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_DESCRIPTION,
        epilog=f"exit status (`read` has its own: see `{PROGRAM} read --help`):\n{statuses}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, verb in VERBS.items():
        command = commands.add_parser(
            name,
            help=verb.SUMMARY,
            description=verb.DESCRIPTION,
            epilog=verb.EPILOG or None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        verb.add_arguments(command)
        if verb.JSON:
            command.add_argument("--json", action="store_true", help="print one JSON document")
    return parser
