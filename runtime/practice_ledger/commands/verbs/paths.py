"""`practice-ledger paths`"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Literal

from practice_ledger.commands import wording
from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.opened_state import state_place
from practice_ledger.commands.result import Part, Result
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.settings.file import settings_path
from practice_ledger.storage import diagnostics, state, tally
from practice_ledger.storage.state_root import MARK, opened_root
from practice_ledger.storage.user_directories import SNAPSHOT_FILE

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from practice_ledger.commands.page import Page

SUMMARY = "print every place that the product reads or writes"
DESCRIPTION = "Prints every place that the product reads or writes, what for, and whether it is there."
EPILOG = 'With a name, only that path is printed: cd "$(practice-ledger paths state)"'
JSON = True


Use = Literal["read", "written", "run"]


class Place(Part):
    name: str
    """The word that `practice-ledger paths NAME` takes."""
    path: str
    """Absolute."""
    exists: bool
    use: Use
    """What the product does with it."""
    purpose: str


class Places(Result):
    places: list[Place]
    only: str | None
    """The name that was asked for, if one was."""
    unused: str | None
    """Why the state directory is not used, if it is not: one of the reasons in docs/contract.md."""

    def show(self, page: Page) -> None:
        if self.only:
            page.exact(self.places[0].path)
            return
        rows = [
            (place.name, wording.place(place.path) + ("" if place.exists else " (not there)"), place.use, place.purpose)
            for place in self.places
        ]
        page.table(("NAME", "PATH", "USE", "WHAT FOR"), rows)
        if self.unused:
            page.line(REASONS[self.unused], "warning")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", choices=NAMES, help=f"one of {', '.join(NAMES)}")


def run(arguments: Namespace) -> Places:
    places = [place for place in _places() if arguments.name in (None, place.name)]
    if not places:
        raise CommandError("no-home", "There is no home directory, so there is no place for settings.", "Set HOME.")
    return Places(places=places, only=arguments.name, unused=_unused())


def _unused() -> str | None:
    try:
        root = opened_root(state_place(), create=False)
    except Refused as refused:
        return refused.reason
    except OSError:
        return "state-unwritable"
    if root is not None:
        root.close()
    return None


_IN_THE_STATE = (
    ("state", "", "everything that the product keeps"),
    ("mark", MARK, "says that the directory is the product's own"),
    ("conversations", state.CONVERSATIONS, "what is remembered, a file for each conversation"),
    ("locks", state.LOCKS, "locks between processes"),
    ("damaged", state.DAMAGED, "files that were set aside because they were damaged"),
    ("secret", state.SECRET_FILE, "what receipts of `practice-ledger read` are made with"),
    ("tally", tally.FILE, "counts of events, results and refusals"),
    ("diagnostics", diagnostics.FILE, "times and reasons of faults"),
    ("older-diagnostics", diagnostics.OLDER_FILE, "the same, before that"),
    ("settings-snapshot", SNAPSHOT_FILE, "the settings as a hook reads them quickly"),
)
_SETTINGS = "settings"
_PROGRAM = "program"
NAMES = (*(name for name, _, _ in _IN_THE_STATE), _SETTINGS, _PROGRAM)


def _places() -> Iterator[Place]:
    root = state_place()
    for name, file, purpose in _IN_THE_STATE:
        yield _place(name, os.path.join(root, file) if file else root, "written", purpose)
    settings = settings_path()
    if settings is not None:
        yield _place(_SETTINGS, settings, "read", "your settings, if you have any")
    program = sys.executable if getattr(sys, "frozen", False) else os.path.abspath(sys.argv[0])
    yield _place(_PROGRAM, program, "run", "this program")


def _place(name: str, path: str, use: Use, purpose: str) -> Place:
    return Place(name=name, path=path, exists=os.path.lexists(path), use=use, purpose=purpose)
