"""`practice-ledger hook`: stands in the help only. A right call never comes as far as the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from practice_ledger import hook as the_hook

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

SUMMARY = "called by a host with one event on standard input; not for people"
DESCRIPTION = (
    "A host calls this with one event of its own, as JSON, on standard input. Whatever comes, it ends with status 0, "
    "and what it prints is meant for the host."
)
EPILOG = ""
JSON = False


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("host", metavar="HOST", help="the name of the host, which is that of its adapter")


def run(arguments: Namespace) -> NoReturn:
    the_hook.run(arguments.host)
