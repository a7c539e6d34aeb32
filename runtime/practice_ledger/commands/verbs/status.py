"""`practice-ledger status`"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Literal

from practice_ledger import bounds
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.opened_state import opened_state, state_place
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import ago, number, place, size
from practice_ledger.contract.candidate import ADDED, REJECTED, REPEATED, REPLACED
from practice_ledger.contract.host_events import HOST_EVENTS
from practice_ledger.ledger.inspection import Inspection, inspect
from practice_ledger.refusals import REASONS, TEXT_READ
from practice_ledger.settings import settings
from practice_ledger.storage import contents, tally

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping

    from practice_ledger.commands.page import Page
    from practice_ledger.storage.state import State
    from practice_ledger.storage.tally import Counts

SUMMARY = "say what was seen, what is kept, and why something was not recorded"
DESCRIPTION = (
    "Says what the hooks have seen so far and when, what came of it, how much is kept, and for each reason why a read "
    "was not recorded how often that happened and what you can do about it. The counts are lower bounds."
)
EPILOG = "`practice-ledger doctor` checks whether it works; this says what happened."
JSON = True

RESULTS = {
    ADDED: "recorded for the first time",
    REPEATED: "recorded again, unchanged",
    REPLACED: "recorded again, with new content",
    REJECTED: "too large to be kept",
}

_NEWER: Final = "newer"
_UNREADABLE: Final = "unreadable"
_FAULTS = {
    _NEWER: "The counts were written by a newer version of practice-ledger, so this one cannot read them.",
    _UNREADABLE: "The counts cannot be read (no permission, or a fault of the disk).",
}
CountsFault = Literal["newer", "unreadable"]


class Counted(Part):
    word: str
    meaning: str
    """In plain words; of a refusal, what you can do."""
    count: int
    last: int | None
    """When it happened last; null for never."""


class Size(Part):
    what: str
    count: int
    """How many files."""
    most: int | None
    """How many there may be; null if only their size is bounded."""
    bytes: int
    most_bytes: int | None
    """How large each file may be."""


class Status(Result):
    now: int
    """When this was looked up."""
    enabled: bool
    """False if the settings switch the product off."""
    hints: bool
    """False if the settings switch hints off."""
    ever_ran: bool
    """Whether any hook ever left a trace in the state directory."""
    directory: str
    """The state directory."""
    conversations: int
    with_candidates: int
    """How many of them hold candidates that count now."""
    candidates: int
    faults: int
    """How many conversations have a file that could not be looked into."""
    sizes: list[Size]
    foreign: int
    """How many entries of the state directory are not the product's own."""
    events: list[Counted]
    """What hooks saw. Every known event stands here, also if it was never seen."""
    results: list[Counted]
    """What recording came to."""
    refusals: list[Counted]
    """Why something was not recorded, the most frequent first."""
    counts_fault: CountsFault | None
    """Why the counts are not told: a newer version wrote them, or they cannot be read. Otherwise null."""
    advice: list[str]
    """What is worth doing now."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.PARTLY if self.counts_fault == _UNREADABLE else ExitStatus.OK

    def show(self, page: Page) -> None:
        page.fields(
            [
                ("switched on", _switched_on(self.enabled, self.hints)),
                ("remembered", _remembered(self)),
                ("kept in", place(self.directory)),
            ]
        )
        if self.faults:
            page.line(
                f"{number(self.faults, 'file')} could not be looked into; `practice-ledger list` says why.", "warning"
            )
        for line in self.advice:
            page.line(line, "warning")
        if not self.ever_ran:
            return
        page.blank()
        page.table(("ON DISK", "FILES", "BYTES"), [_size_row(each) for each in self.sizes])
        self._show_counts(page, "SEEN BY THE HOOKS", self.events)
        self._show_counts(page, "RECORDED", self.results)
        self._show_counts(page, "NOT RECORDED", self.refusals)

    def _show_counts(self, page: Page, title: str, counts: list[Counted]) -> None:
        if counts:
            page.blank()
            rows = [
                (each.word, str(each.count), "never" if each.last is None else ago(self.now - each.last), each.meaning)
                for each in counts
            ]
            page.table((title, "TIMES", "LAST", ""), rows)


_OFF = (
    "Your settings switch the product off: nothing is recorded, told or counted. `practice-ledger settings` says more."
)


def _switched_on(enabled: bool, hints: bool) -> str:
    if not enabled:
        return "no: your settings switch it off"
    return "yes" if hints else "yes, but your settings switch hints off"


def _remembered(status: Status) -> str:
    holding = number(status.with_candidates, "conversation")
    others = status.conversations - status.with_candidates - status.faults
    return f"{number(status.candidates, 'Practice')} in {holding}; {number(others, 'other')} without any"


def _size_row(each: Size) -> tuple[str, str, str]:
    files = str(each.count) if each.most is None else f"{each.count} of {each.most}"
    return (
        each.what,
        files,
        size(each.bytes) + (f" (each at most {size(each.most_bytes)})" if each.most_bytes else ""),
    )


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> Status:
    now = int(time.time())
    place = state_place()
    with opened_state() as state:
        inspection = Inspection([], {}, []) if state is None else inspect(state)
        counts: Counts | CountsFault = {} if state is None else _counts(state)
        ever_ran = state is not None
    return _status(place, inspection, counts, ever_ran, now)


def _counts(state: State) -> Counts | CountsFault:
    """The counts, or why there are none."""
    try:
        found = tally.counts(state)
    except OSError:
        return _UNREADABLE
    return _NEWER if found is None else found


def _status(place: str, inspection: Inspection, counts: Counts | CountsFault, ever_ran: bool, now: int) -> Status:
    in_effect = settings.in_effect()
    fault: CountsFault | None = counts if isinstance(counts, str) else None
    found = inspection.conversations
    live = [each.conversation.live_candidates(now) for each in found if each.conversation]
    events = _counted(counts, tally.EVENTS, HOST_EVENTS)
    refusals = sorted(_counted(counts, tally.REFUSALS, REASONS, all_of_them=False), key=lambda each: -each.count)
    return Status(
        now=now,
        enabled=in_effect.enabled,
        hints=in_effect.hints,
        ever_ran=ever_ran,
        directory=place,
        conversations=len(found),
        with_candidates=sum(bool(candidates) for candidates in live),
        candidates=sum(map(len, live)),
        faults=sum(each.fault is not None for each in found),
        sizes=_sizes(inspection),
        foreign=len(inspection.of_kind(contents.FOREIGN)),
        events=events,
        results=_counted(counts, tally.RESULTS, RESULTS),
        refusals=refusals,
        counts_fault=fault,
        advice=_advice(ever_ran, fault, events, refusals, now, empty=not any(live)) if in_effect.enabled else [_OFF],
    )


def _counted(
    counts: Counts | CountsFault, kind: str, meanings: Mapping[str, str], *, all_of_them: bool = True
) -> list[Counted]:
    """The known words in their order, then others that were counted."""
    found = {} if isinstance(counts, str) else counts.get(kind, {})
    words = [word for word in meanings if all_of_them or word in found]
    words += sorted(word for word in found if word not in meanings)
    return [
        Counted(
            word=word,
            meaning=meanings.get(word, ""),
            count=found[word]["count"] if word in found else 0,
            last=found[word]["last"] if word in found else None,
        )
        for word in words
    ]


def _sizes(inspection: Inspection) -> list[Size]:
    def of(what: str, kind: str, most: int | None, most_bytes: int | None) -> Size:
        files = inspection.of_kind(kind)
        total = sum(file.size for file in files)
        return Size(what=what, count=len(files), most=most, bytes=total, most_bytes=most_bytes)

    return [
        of("conversations", contents.DOCUMENT, bounds.ROOTS, bounds.DOCUMENT_BYTES),
        of("damaged files set aside", contents.SET_ASIDE, bounds.DAMAGED_FILES, bounds.DOCUMENT_BYTES),
        of("diagnostics", contents.DIAGNOSTICS, 2, bounds.DIAGNOSTICS_BYTES),
        of("leftover files of dead processes", contents.TEMPORARY, None, None),
    ]


def _advice(
    ever_ran: bool,
    fault: CountsFault | None,
    events: list[Counted],
    refusals: list[Counted],
    now: int,
    *,
    empty: bool,
) -> list[str]:
    if not ever_ran:
        return [
            "The hooks have never run. The usual reason is that they are not trusted: a host skips untrusted hooks and "
            "says nothing. `practice-ledger doctor` says which hooks those are and how to trust them."
        ]
    if fault is not None:
        return [_FAULTS[fault]]
    if not any(each.count for each in events):
        return ["No event is counted: the counts were forgotten or damaged, and begin anew with the next event."]
    text_reads = next((each for each in refusals if each.word == TEXT_READ), None)
    if text_reads is None or text_reads.last is None:
        return []
    usual = " That is the usual reason why nothing is remembered." if empty else ""
    return [
        f"{number(text_reads.count, 'read')}, the last {ago(now - text_reads.last)}, printed text for people, which "
        f"proves nothing.{usual} Read with `practice-ledger read <id>` instead, which counts however it is printed."
    ]
