"""`practice-ledger purge`"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from practice_ledger.commands.asking import confirm
from practice_ledger.commands.command_error import CommandError, of_the_state
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.opened_state import patience, state_place
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import place
from practice_ledger.hosts.registry import removal_notes
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.settings.file import settings_path
from practice_ledger.storage.removal import remove_state
from practice_ledger.storage.state_root import opened_root

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page

SUMMARY = "remove everything that the product ever wrote, for good"
DESCRIPTION = (
    "Removes the state directory, for good: all conversations, counts, diagnostics and locks. It says what goes and "
    "asks first. Files in it that the product did not write stay, and are named. If this command comes out of the "
    "plugin, run it first and remove the plugin right after, with the host closed: its hooks would begin anew with the "
    "next conversation."
)
EPILOG = ""
JSON = True
_FOREIGN = "state-foreign"
_NAMED = 20  # files that are named one by one


class Note(Part):
    what: str
    command: str | None
    """What removes it, if something has to."""


class Purged(Result):
    removed: list[str]
    """Paths that are gone."""
    left: list[str]
    """Paths that stayed: the product did not write them, or they could not be removed."""
    foreign: bool
    """Whether the state directory is none, because it holds something else; then nothing in it was touched."""
    settings: str | None
    """The person's settings file if it is still there."""
    notes: list[Note]
    """What else is left outside of the product's own places."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.PARTLY if self.left else ExitStatus.OK

    def show(self, page: Page) -> None:
        for path in self.removed:
            page.line(f"Removed {place(path)}")
        if not self.removed and not self.left:
            page.line("There was nothing to remove.")
        if self.foreign:
            page.line(REASONS[_FOREIGN], "warning")
        elif self.left and not self.removed:
            page.line("Removed all that the product itself wrote, as far as it could be removed.")
        for path in self.left[:_NAMED]:
            page.line(f"Still there: {place(path)}", "warning")
        if len(self.left) > _NAMED:
            page.line(f"and {len(self.left) - _NAMED} more", "warning")
        if self.settings:
            page.line(f"Your settings are still there: {self.settings} (--settings removes them too)")
        for note in self.notes:
            page.blank()
            page.line(note.what)
            if note.command:
                page.verbatim(f"  {note.command}")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--settings", action="store_true", help="remove your settings file too")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(arguments: Namespace) -> Purged:
    state, settings = state_place(), settings_path()
    foreign = _is_foreign(state)
    wanted = (None if foreign else state, settings if arguments.settings else None)
    going = [path for path in wanted if path and os.path.lexists(path)]
    if going:
        confirm(
            [
                "This will be removed for good, but for files in it that the product did not write:",
                *(f"  {path}" for path in going),
            ],
            yes=arguments.yes,
        )
    left = _remove_settings(settings) if arguments.settings and settings else []
    left += [state] if foreign else _remove_state(state)
    return Purged(
        removed=[path for path in going if not os.path.lexists(path)],
        left=left,
        foreign=foreign,
        settings=settings if settings and os.path.lexists(settings) else None,
        notes=[Note(what=what, command=command) for what, command in removal_notes(os.environ)],
    )


def _is_foreign(place: str) -> bool:
    """Whether what lies there is not the product's. Raises `CommandError` for what cannot be used at all."""
    try:
        root = opened_root(place, create=False)
    except Refused as refused:
        if refused.reason == _FOREIGN:
            return True
        raise of_the_state(refused, place) from None
    except OSError as error:
        raise of_the_state(error, place) from None
    if root is not None:
        root.close()
    return False


def _remove_state(place: str) -> list[str]:
    try:
        return remove_state(place, patience())
    except Refused as refused:
        if refused.reason == "state-locked":
            raise CommandError(
                refused.reason,
                f"{place}: another process holds the state, so nothing was removed.",
                "End the conversations that are running, and try again.",
            ) from None
        raise of_the_state(refused, place) from None
    except OSError as error:
        raise of_the_state(error, place) from None


def _remove_settings(path: str) -> list[str]:
    """Removes the file, and its folder if nothing else is in it."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return []
    except OSError:
        return [path]
    try:
        os.rmdir(os.path.dirname(path))
    except OSError:
        pass  # something else is in it
    return []
