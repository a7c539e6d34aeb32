"""`practice-ledger forget`"""

from __future__ import annotations

import argparse
import re
import time
from typing import TYPE_CHECKING

from practice_ledger.commands.asking import confirm
from practice_ledger.commands.command_error import MORE, CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.named import conversation_named
from practice_ledger.commands.opened_state import opened_state
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import ago, number
from practice_ledger.ledger.forgetting import Forgetting
from practice_ledger.ledger.inspection import FAULTS, NEWER, Inspected, Inspection, inspect
from practice_ledger.refusals import REASONS
from practice_ledger.storage import diagnostics, tally
from practice_ledger.storage.contents import COUNTS, DIAGNOSTICS, DOCUMENT, SET_ASIDE, TEMPORARY

if TYPE_CHECKING:
    from collections.abc import Collection

    from practice_ledger.commands.page import Page
    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.state import State

SUMMARY = "forget conversations for good"
DESCRIPTION = (
    "Removes what is remembered of conversations, for good. It says what goes and asks first. A conversation that is "
    "still running keeps no more than the note that it began, and starts over from empty: reads that are under way are "
    "not recorded, the next one is."
)
EPILOG = """\
examples:
  practice-ledger forget 3f9c01
  practice-ledger forget --older-than 7d
  practice-ledger forget --all --yes

--older-than goes by the last read of a conversation, or by its start if nothing was read.
--all also removes the counts and the diagnostics that `status` shows.
A file that a newer version wrote goes only with --all or by its handle.
"""
JSON = True

_SECONDS = {"min": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
_ACTIVITY = {tally.FILE: "the counts", diagnostics.FILE: "the diagnostics"}
_LISTED = 20  # conversations that the question names one by one


class Left(Part):
    handle: str
    """Of the conversation; the path of a file that belongs to none."""
    reason: str
    message: str


class Forgotten(Result):
    removed: list[str]
    """Handles of conversations of which nothing is left."""
    emptied: list[str]
    """Handles of conversations that may still run: they keep only their announcement."""
    files: int
    """How many other files went: damaged copies, and what dead writers left."""
    activity: bool
    """Whether the counts and the diagnostics went too, or one of them; `left` names the other."""
    newer: int
    """How many files of a newer version stayed, because `--older-than` cannot know their age."""
    left: list[Left]
    """What could not be forgotten."""

    @property
    def status(self) -> ExitStatus:
        if not self.left:
            return ExitStatus.OK
        went = self.removed or self.emptied or self.files or self.activity
        return ExitStatus.PARTLY if went else ExitStatus.FAILED

    def show(self, page: Page) -> None:
        if self.removed:
            page.line(f"Forgot {number(len(self.removed), 'conversation')}.")
        if self.emptied:
            page.line(f"Emptied {number(len(self.emptied), 'conversation')} that may still run.")
        if self.files:
            page.line(f"Removed {number(self.files, 'damaged or leftover file')}.")
        if self.activity:
            left = {each.handle for each in self.left}
            page.line(f"Removed {' and '.join(what for file, what in _ACTIVITY.items() if file not in left)}.")
        if not (self.removed or self.emptied or self.files or self.activity or self.left):
            page.line("There was nothing to forget.")
        if self.newer:
            page.line(
                f"{number(self.newer, 'file')} of a newer version stayed; name them or use --all to forget them.", "dim"
            )
        for each in self.left:
            page.line(f"{each.handle} was not forgotten. {each.message}", "failure")
        if any(each.reason != "state-locked" for each in self.left):
            page.line(MORE, "dim")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("handles", metavar="HANDLE", nargs="*", help="a conversation, as `list` prints it")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="forget every conversation, the counts and the diagnostics")
    which.add_argument(
        "--older-than", metavar="AGE", type=_age, help="forget those not used for so long: 90min, 12h, 7d, 2w"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _age(word: str) -> int:
    """Seconds."""
    found = re.fullmatch(r"(\d{1,6})(min|h|d|w)", word)
    if found is None:
        raise argparse.ArgumentTypeError("an age is a number and min, h, d or w, such as 12h or 7d")
    return int(found[1]) * _SECONDS[found[2]]


def run(arguments: argparse.Namespace) -> Forgotten:
    if bool(arguments.handles) + arguments.all + (arguments.older_than is not None) != 1:
        raise CommandError(
            "usage",
            "What is to be forgotten? Give one of these and no other: HANDLE..., --all, --older-than AGE.",
            "`practice-ledger list` shows the handles.",
            ExitStatus.USAGE,
        )
    now = int(time.time())
    with opened_state() as state:
        wanted = _Wanted(Inspection([], {}, []) if state is None else inspect(state), arguments, now)
    if not wanted.anything():
        return Forgotten(removed=[], emptied=[], files=0, activity=False, newer=wanted.newer(), left=[])
    confirm(wanted.description(now), yes=arguments.yes)
    with opened_state() as state:  # anew: a person may take any time to answer
        if state is None:
            return Forgotten(removed=[], emptied=[], files=0, activity=False, newer=0, left=[])
        return _forgotten(state, wanted.as_of(inspect(state)), now)


class _Wanted:
    """What of all that is kept the arguments mean. `named` are the conversations that handles meant before."""

    def __init__(
        self, inspection: Inspection, arguments: argparse.Namespace, now: int, named: Collection[str] = ()
    ) -> None:
        self._arguments = arguments
        self._now = now
        self.inspection = inspection
        self.all: bool = arguments.all
        self.since: int | None = None if arguments.older_than is None else now - arguments.older_than
        self.names: Collection[str] = named or _names(inspection, arguments, self.since)
        self.conversations = [each for each in inspection.conversations if each.name in self.names]
        aside = inspection.of_kind(SET_ASIDE, TEMPORARY)
        self.beside = [file for file in aside if file.conversation in self.names]
        self.copies: list[StoredFile] = []
        if self.since is not None:
            self.copies = [file for file in aside if file.kind == SET_ASIDE and file.written_at < self.since]
        self.activity = inspection.of_kind(COUNTS, DIAGNOSTICS) if self.all else []

    def as_of(self, inspection: Inspection) -> _Wanted:
        """The same of what is kept now."""
        return _Wanted(inspection, self._arguments, self._now, self.names if self._arguments.handles else ())

    def anything(self) -> bool:
        return bool(self.names or self.copies or self.activity)

    def newer(self) -> int:
        """How many stay because nobody knows how old they are."""
        return 0 if self.since is None else sum(each.fault == NEWER for each in self.inspection.conversations)

    def description(self, now: int) -> list[str]:
        lines = ["This will be forgotten for good:"]
        holding = [each for each in self.conversations if each.conversation is None or each.conversation.candidates]
        lines += [f"  {_described(each, now)}" for each in holding[:_LISTED]]
        if len(holding) > _LISTED:
            lines.append(f"  and {number(len(holding) - _LISTED, 'more conversation')} with Practices")
        if len(holding) < len(self.conversations):
            lines.append(
                f"  {number(len(self.conversations) - len(holding), 'conversation')} in which nothing was read"
            )
        files = len({file.path for file in (*self.beside, *self.copies)})
        if files:
            lines.append(f"  {number(files, 'damaged or leftover file')}")
        if self.activity:
            lines.append("  the counts and the diagnostics")
        return lines


def _names(inspection: Inspection, arguments: argparse.Namespace, since: int | None) -> Collection[str]:
    if arguments.handles:
        return dict.fromkeys(conversation_named(inspection, handle) for handle in arguments.handles)
    if since is None:
        return dict.fromkeys(
            file.conversation for file in inspection.of_kind(DOCUMENT, SET_ASIDE, TEMPORARY) if file.conversation
        )
    return dict.fromkeys(
        each.name for each in inspection.conversations if each.last_used() < since and each.fault != NEWER
    )


def _described(each: Inspected, now: int) -> str:
    conversation = each.conversation
    if conversation is None:
        return f"{each.handle}  {FAULTS[each.fault or '']}"
    candidates = number(len(conversation.candidates), "Practice")
    running = "" if conversation.ended else "; it may still run, and then starts over from empty"
    return f"{each.handle}  {candidates}, last used {ago(now - conversation.last_used())}{running}"


def _forgotten(state: State, wanted: _Wanted, now: int) -> Forgotten:
    forgetting = Forgetting(state, now)
    if wanted.all:
        forgetting.forget_activity()  # first: it takes no room, and makes some
    if wanted.since is None:
        forgetting.forget(wanted.names)
    else:
        forgetting.forget_unused(wanted.names, wanted.since)
        done = {*forgetting.done.removed, *forgetting.done.emptied}
        forgetting.forget_copies(file for file in wanted.copies if file.conversation not in done)
    done_to, handle = forgetting.done, wanted.inspection.handle
    return Forgotten(
        removed=list(map(handle, done_to.removed)),
        emptied=list(map(handle, done_to.emptied)),
        files=done_to.files,
        activity=bool(wanted.activity and done_to.activity),
        newer=wanted.newer(),
        left=[
            Left(handle=name if "." in name else handle(name), reason=reason, message=REASONS[reason])
            for name, reason in done_to.kept.items()
        ],
    )
