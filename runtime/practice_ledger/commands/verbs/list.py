"""`practice-ledger list`"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.commands.opened_state import opened_state
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import ago, ahead, number
from practice_ledger.hosts.registry import host_names
from practice_ledger.ledger.inspection import FAULTS, inspect

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page
    from practice_ledger.ledger.inspection import Inspected

SUMMARY = "list the conversations of which something is remembered"
DESCRIPTION = (
    "Lists the conversations whose main agent provably read Practices, the last used first. The handle is what `show` "
    "and `forget` take; it is a part of a hash and says nothing about the conversation."
)
EPILOG = ""
JSON = True


class Conversation(Part):
    handle: str
    """Names the conversation to `show` and `forget`; it may grow longer when others come."""
    host: str | None
    """The program that the conversation is held with; null if its file is from before this was kept."""
    candidates: int
    last_read: int
    expires: int
    """When its candidates stop counting, unless the main agent reads again."""
    ended: bool
    """Whether the host ended it; it may be resumed all the same."""


class Fault(Part):
    handle: str
    fault: str
    """`damaged`, `newer` or `unreadable`."""
    message: str


class Conversations(Result):
    now: int
    """When this was looked up."""
    conversations: list[Conversation]
    announced_only: int
    """How many others are known and hold no candidate."""
    faults: list[Fault]
    """Those whose file could not be looked into."""

    def show(self, page: Page) -> None:
        if self.conversations:
            rows = [
                (
                    each.handle,
                    each.host or "unknown",
                    str(each.candidates),
                    ago(self.now - each.last_read),
                    ahead(each.expires - self.now),
                )
                for each in self.conversations
            ]
            page.table(("HANDLE", "HOST", "PRACTICES", "LAST READ", "EXPIRES"), rows)
        else:
            page.line("Nothing is remembered of any conversation.")
        if self.announced_only:
            page.line(f"{number(self.announced_only, 'other conversation')} in which nothing was read.", "dim")
        for fault in self.faults:
            page.line(f"{fault.handle}  {fault.message}", "warning")
        if not self.conversations:
            page.line("`practice-ledger status` says what was seen so far, and why nothing was remembered.", "dim")


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> Conversations:
    now = int(time.time())
    with opened_state() as state:
        found = inspect(state).conversations if state else []
    held = [_held(each, now) for each in found]
    holding = [each for each in held if each is not None]
    faults = [
        Fault(handle=each.handle, fault=each.fault, message=FAULTS[each.fault])
        for each in found
        if each.fault is not None
    ]
    return Conversations(
        now=now, conversations=holding, announced_only=len(found) - len(holding) - len(faults), faults=faults
    )


def _held(each: Inspected, now: int) -> Conversation | None:
    """The conversation as it is told, None for one without candidates that count."""
    conversation = each.conversation
    candidates = conversation.live_candidates(now) if conversation else []
    if conversation is None or not candidates:
        return None
    return Conversation(
        handle=each.handle,
        host=conversation.host if conversation.host in host_names() else None,
        candidates=len(candidates),
        last_read=candidates[-1].last_recorded_at,
        expires=candidates[-1].last_recorded_at + bounds.ROOT_LIFETIME,
        ended=conversation.ended,
    )
