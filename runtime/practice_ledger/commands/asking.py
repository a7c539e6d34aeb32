"""Asks a person before something goes for good."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.streams import say

if TYPE_CHECKING:
    from collections.abc import Sequence


def confirm(what_goes: Sequence[str], *, yes: bool) -> None:
    """Says on standard error what goes, and returns if the person agrees or has agreed with `--yes`.

    Raises `CommandError` with `DECLINED` otherwise, also where there is no terminal to ask at.
    """
    if yes:
        return
    say("".join(f"{line}\n" for line in what_goes))
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty()):
        raise CommandError(
            "not-confirmed",
            "Nothing was changed: there is no terminal at which to ask.",
            "Add --yes if all of this is to go.",
            ExitStatus.DECLINED,
        )
    if not _agreed():
        raise CommandError("declined", "Nothing was changed.", "", ExitStatus.DECLINED)


def _agreed() -> bool:
    try:
        say("This cannot be undone. Go on? [y/N] ")
        return sys.stdin.readline().strip().lower() in ("y", "yes")
    except (OSError, ValueError, KeyboardInterrupt):
        say("\n")
        return False
