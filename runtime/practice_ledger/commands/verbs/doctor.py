"""`practice-ledger doctor`"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.result import Result
from practice_ledger.commands.wording import ago, number, places
from practice_ledger.doctor.all_checks import all_checks
from practice_ledger.doctor.check import Check
from practice_ledger.doctor.findings import Verdict
from practice_ledger.hint.quoted_text import visible

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from practice_ledger.commands.page import Page

SUMMARY = "say whether it works, and if not, why and what to do"
DESCRIPTION = (
    "Looks at everything that must be right for Practices to be remembered: the plugin, the trust in its hooks, the "
    "state, and the reading commands. Says for each what was seen and, where something is wrong, the one next step. "
    "Changes nothing. Asks the host itself about the hooks: kept off the network, and in a copy of what decides over "
    "them, which is removed afterwards. Never runs `lore`. Takes 15 seconds at most."
)
EPILOG = "docs/troubleshooting.md says more about each thing that this command finds."
JSON = True
_MARKS = {Verdict.OK: "ok", Verdict.WARNING: "warn", Verdict.FAILURE: "FAIL"}
_STYLES = {Verdict.OK: "ok", Verdict.WARNING: "warning", Verdict.FAILURE: "failure"}


class Doctor(Result):
    now: int
    """When this was looked up."""
    checks: list[Check]

    @property
    def status(self) -> ExitStatus:
        failed = any(check.verdict == Verdict.FAILURE for check in self.checks)
        return ExitStatus.FAULTS_FOUND if failed else ExitStatus.OK

    def show(self, page: Page) -> None:
        rows = [row for check in self.checks for row in self._rows(check)]
        page.table(("", "CHECK", "WHAT WAS SEEN"), [cells for cells, _ in rows], [style for _, style in rows])
        page.blank()
        page.line(self._summary(), _STYLES[self._worst()])

    def _rows(self, check: Check) -> Iterator[tuple[tuple[str, str, str], str]]:
        """The row of a check and, if something is wrong, one for what to do next, each with its style."""
        seen = "; ".join(
            each.text if each.at is None else f"{each.text} {ago(self.now - each.at)}" for each in check.evidence
        )
        told = f"{check.says} ({seen})" if check.says else seen
        style = _STYLES[check.verdict] if check.says else ""
        yield (_MARKS[check.verdict], check.title, places(visible(told))), style
        if check.next_step:
            yield ("", "", f"-> {places(visible(check.next_step))}"), ""

    def _worst(self) -> Verdict:
        found = {check.verdict for check in self.checks}
        return next((verdict for verdict in (Verdict.FAILURE, Verdict.WARNING) if verdict in found), Verdict.OK)

    def _summary(self) -> str:
        counts = {verdict: sum(check.verdict == verdict for check in self.checks) for verdict in Verdict}
        ok, warnings, failures = counts[Verdict.OK], counts[Verdict.WARNING], counts[Verdict.FAILURE]
        told = {
            Verdict.FAILURE: "It does not work yet",
            Verdict.WARNING: "Nothing keeps it from working, but look at the warnings",
            Verdict.OK: "It works",
        }[self._worst()]
        return f"{told}: {number(failures, 'failure')}, {number(warnings, 'warning')}, {ok} ok."


def add_arguments(parser: ArgumentParser) -> None:
    """There are none."""


def run(arguments: Namespace) -> Doctor:
    return Doctor(now=int(time.time()), checks=all_checks())
