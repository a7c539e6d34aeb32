"""`practice-ledger read`, for calls that are more than plain ids; those never come as far as the parser."""

from __future__ import annotations

import argparse
from typing import NoReturn

from practice_ledger import bounds
from practice_ledger.commands import reading_help
from practice_ledger.contract.names import is_practice_id
from practice_ledger.hint.quoted_text import quoted
from practice_ledger.reading import read_command

SUMMARY = "print Practices, so that the read is remembered wherever the output goes"
DESCRIPTION = reading_help.DESCRIPTION
EPILOG = reading_help.EPILOG
JSON = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ids", metavar="ID", nargs="+", type=_practice_id, action=_NotTooMany, help=reading_help.ID)


def run(arguments: argparse.Namespace) -> NoReturn:
    read_command.run(list(dict.fromkeys(arguments.ids)))


def _practice_id(word: str) -> str:
    if not is_practice_id(word):
        raise argparse.ArgumentTypeError(f"not a Practice id: {quoted(word)}; one is like {reading_help.EXAMPLE}")
    return word


class _NotTooMany(argparse.Action):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: object, option: str | None = None
    ) -> None:
        if isinstance(values, list) and len(values) > bounds.READ_IDS:
            parser.error(f"at most {bounds.READ_IDS} Practices at once")
        setattr(namespace, self.dest, values)
