"""`practice-ledger show`"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.named import conversation_named
from practice_ledger.commands.opened_state import opened_state
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import ago, ahead, number
from practice_ledger.hint.quoted_text import visible
from practice_ledger.hint.rendering import render
from practice_ledger.hosts.registry import host_names
from practice_ledger.ledger.inspection import FAULTS, inspect
from practice_ledger.settings import settings

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page
    from practice_ledger.contract.candidate import Candidate
    from practice_ledger.ledger.inspection import Inspected

SUMMARY = "show what is remembered of one conversation, and what a subagent would be told"
DESCRIPTION = (
    "Shows which Practices the conversation's main agent provably read, the last one first, and below them, to the "
    "letter, the note that a subagent of this conversation would get if it started now."
)
EPILOG = "A handle is what `practice-ledger list` prints, or a longer or shorter beginning of it that is still unique."
JSON = True
_INDENT = 4


class Read(Part):
    practice_id: str
    title: str
    """As the Pack has it; text of somebody else."""
    applies_when: str | None
    """Likewise."""
    applies_when_omitted: bool
    """Whether that text was too long to be kept."""
    content_digest: str
    source_packs: list[str]
    first_recorded_at: int
    last_recorded_at: int


class Shown(Result):
    now: int
    """When this was looked up."""
    handle: str
    host: str | None
    """The program that the conversation is held with; null if its file is from before this was kept."""
    announced: int
    """When the host announced the conversation last."""
    ended: bool
    """Whether the host ended it; it may be resumed all the same."""
    expires: int
    """When its candidates stop counting, unless the main agent reads again."""
    candidates: list[Read]
    """The last read first."""
    hint: str
    """What a subagent would be told now, to the letter; "" for nothing."""
    hint_bytes: int
    hints_enabled: bool
    """False if the settings switch the product or its hints off; then no subagent is told anything."""

    def show(self, page: Page) -> None:
        page.fields(
            [
                ("conversation", self.handle),
                ("host", self.host or "unknown"),
                ("started", ago(self.now - self.announced) + (", ended since" if self.ended else "")),
                *([("expires", ahead(self.expires - self.now))] if self.candidates else []),
            ]
        )
        page.blank()
        for read in self.candidates:
            self._show_read(page, read)
        if not self.candidates:
            page.line("Nothing is remembered of it.")
        page.blank()
        self._show_hint(page)

    def _show_read(self, page: Page, read: Read) -> None:
        first, last = ago(self.now - read.first_recorded_at), ago(self.now - read.last_recorded_at)
        digest = read.content_digest[: bounds.HINT_DIGEST_DIGITS]
        page.line(visible(read.practice_id), "strong")
        page.line(visible(read.title), indent=_INDENT)
        page.line(f"digest {digest}, packs {visible(', '.join(read.source_packs))}", indent=_INDENT)
        page.line(f"read {last}" + (f", first {first}" if first != last else ""), indent=_INDENT)
        if read.applies_when_omitted:
            page.line("applies when: too long to be kept", "dim", indent=_INDENT)
        elif read.applies_when:
            page.line(f"applies when: {visible(read.applies_when)}", indent=_INDENT)

    def _show_hint(self, page: Page) -> None:
        if not self.hints_enabled:
            page.line(
                "A subagent that starts now is told nothing: your settings switch the product or its hints off.",
                "warning",
            )
        elif not self.hint:
            page.line("A subagent that starts now is told nothing.")
        else:
            page.heading(f"A subagent that starts now is told this ({number(self.hint_bytes, 'byte')}):")
            page.verbatim(self.hint)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("handle", metavar="HANDLE", help="a conversation, as `list` prints it")


def run(arguments: Namespace) -> Shown:
    now = int(time.time())
    with opened_state() as state:
        inspection = inspect(state) if state else None
    name = conversation_named(inspection, arguments.handle)
    assert inspection is not None  # noqa: S101 - a name was found in it
    each = next((each for each in inspection.conversations if each.name == name), None)
    return _shown(each, now, inspection.handles[name])


def _shown(each: Inspected | None, now: int, handle: str) -> Shown:
    if each is None:
        raise CommandError(
            "set-aside",
            f"All that is left of {handle} is a damaged file that was set aside.",
            f"`practice-ledger export` shows it, `practice-ledger forget {handle}` removes it.",
        )
    conversation = each.conversation
    if conversation is None:
        raise CommandError(
            each.fault or "",
            f"{each.handle}: {FAULTS[each.fault or '']}",
            "`practice-ledger export` shows what stands in it as far as that can be read.",
        )
    candidates = conversation.live_candidates(now)[::-1]
    in_effect = settings.in_effect()
    told = in_effect.enabled and in_effect.hints
    hint = render(candidates) if told else ""
    return Shown(
        now=now,
        handle=each.handle,
        host=conversation.host if conversation.host in host_names() else None,
        announced=conversation.bound_at,
        ended=conversation.ended,
        expires=conversation.last_used() + bounds.ROOT_LIFETIME,
        candidates=[_read(candidate) for candidate in candidates],
        hint=hint,
        hint_bytes=len(hint.encode()),
        hints_enabled=told,
    )


def _read(candidate: Candidate) -> Read:
    fields = candidate.fields()
    return Read.model_validate({name: fields[name] for name in Read.model_fields})
