"""`practice-ledger expire`"""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.opened_state import opened_state
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import number
from practice_ledger.ledger.inspection import Inspection, inspect
from practice_ledger.ledger.ledger import Ledger, system_clock
from practice_ledger.ledger.tidying import Tidied
from practice_ledger.refusals import REASONS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page

SUMMARY = "remove what has expired or is over the bounds, now"
DESCRIPTION = (
    "Removes what has expired or is over the bounds. The product does so by itself when conversations start; this does "
    "it now, and says what went."
)
EPILOG = ""
JSON = True


class PassedOver(Part):
    handle: str
    """Of the conversation; the name of a file that belongs to none."""
    reason: str
    message: str


class Expired(Result):
    expired: list[str]
    """Handles of conversations that had expired, and are gone."""
    over_bound: list[str]
    """Handles of conversations that went because there were more than the bound."""
    trimmed: list[str]
    """Handles of conversations that lost only candidates and open calls that had expired or were over the bounds."""
    set_aside: list[str]
    """Handles of conversations whose files were found damaged, and were set aside."""
    temporary_files: int
    """How many files of processes that died went."""
    damaged_files: int
    """How many of the oldest damaged files went, to keep their number within its bound."""
    diagnostics_files: int
    """How many of the two files of faults lost their oldest lines."""
    passed_over: list[PassedOver]
    """Those that could not be looked after."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.PARTLY if self.passed_over else ExitStatus.OK

    def show(self, page: Page) -> None:
        went = (
            (len(self.expired), "conversation", "had expired"),
            (len(self.over_bound), "conversation", "went because there were too many"),
            (len(self.trimmed), "conversation", "lost what had expired or was too much"),
            (len(self.set_aside), "damaged conversation", "set aside"),
            (self.temporary_files, "leftover file", "removed"),
            (self.damaged_files, "old damaged file", "removed"),
            (self.diagnostics_files, "file of faults", "shortened"),
        )
        for count, what, happened in went:
            if count:
                page.line(f"{number(count, what)} {happened}.")
        if not any(count for count, _, _ in went):
            page.line("Nothing had expired, and nothing is over the bounds.")
        for each in self.passed_over:
            page.line(f"{each.handle} was passed over. {each.message}", "warning")


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> Expired:
    with opened_state() as state:
        if state is None:
            return _expired(Tidied(), Inspection([], {}, []))
        before = inspect(state)
        return _expired(Ledger(state, system_clock).expire(), before)


def _expired(done: Tidied, before: Inspection) -> Expired:
    return Expired(
        expired=[before.handle(name) for name in done.expired],
        over_bound=[before.handle(name) for name in done.over_bound],
        trimmed=[before.handle(name) for name in done.trimmed],
        set_aside=[before.handle(name) for name in done.set_aside],
        temporary_files=done.temporary,
        damaged_files=done.copies,
        diagnostics_files=done.diagnostics,
        passed_over=[
            PassedOver(handle=name if "." in name else before.handle(name), reason=reason, message=REASONS[reason])
            for name, reason in done.passed_over.items()
        ],
    )
