"""What a module of `verbs` holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.result import Result


class Verb(Protocol):
    """One command. Its texts are what `--help`, the reference page and the man page say."""

    SUMMARY: str
    """Half a line, without a full stop."""
    DESCRIPTION: str
    """Whole sentences, for somebody who does not know the product."""
    EPILOG: str
    JSON: bool
    """Whether the command takes `--json`."""

    def add_arguments(self, parser: ArgumentParser) -> None: ...

    def run(self, arguments: Namespace) -> Result:
        """Does the work. Raises `CommandError`."""
        ...
