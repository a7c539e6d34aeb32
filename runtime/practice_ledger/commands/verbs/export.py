"""`practice-ledger export`"""

from __future__ import annotations

import errno
import json
import os
import stat
import time
from typing import TYPE_CHECKING

from pydantic import JsonValue

from practice_ledger.commands.command_error import CommandError
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.opened_state import opened_state, state_place
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import number, size
from practice_ledger.ledger.inspection import Inspection, inspect
from practice_ledger.refusals import Refused
from practice_ledger.settings.file import settings_path
from practice_ledger.storage import contents, diagnostics, tally
from practice_ledger.strict_json import InvalidJson, parse

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page
    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.state import State

SUMMARY = "print everything that is kept, as JSON"
DESCRIPTION = (
    "Prints everything that the product keeps about your conversations as one JSON document: every field of every "
    "file, damaged ones as they are, the counts and the diagnostics. Left out are the locks, which are empty, and the "
    "secret, which only makes receipts and says nothing about you."
)
EPILOG = "docs/privacy.md explains every field."
JSON = True


class File(Part):
    path: str
    """Relative to the state directory."""
    handle: str | None
    """Of the conversation that it belongs to, if it belongs to one."""
    bytes: int
    written: int
    fault: str | None
    """Why there is no `document`: `damaged`, `newer`, `unreadable`; null for a good file."""
    document: JsonValue
    """Every field of it as it is stored; null if it cannot be understood."""
    raw: str | None
    """Its text where there is no `document`, with bytes that are no UTF-8 text escaped; null if it cannot be read."""


class Everything(Part):
    exported: int
    """When."""
    directory: str
    """The state directory."""
    settings: str | None
    """Where your settings file is or would be; its text is yours and not in here."""
    conversations: list[File]
    set_aside: list[File]
    """Damaged files that were set aside."""
    leftover: list[File]
    """What processes that died left behind."""
    counts: JsonValue
    """Events, results and refusals, each with how often and when last; null if they cannot be read, or if a newer
    version wrote them."""
    diagnostics: list[str]
    """One line a fault, the oldest first."""


class Exported(Result):
    output: str | None
    """The file that it was written to, if it was."""
    output_bytes: int | None
    everything: Everything | None
    """Null if it was written to a file."""
    unreadable: int
    """How many files could not be read at all."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.PARTLY if self.unreadable else ExitStatus.OK

    def show(self, page: Page) -> None:
        if self.everything is not None:
            page.verbatim(_text(self.everything))
        else:
            page.line(f"Wrote {size(self.output_bytes or 0)} to {self.output}")
            if self.unreadable:
                page.line(f"{number(self.unreadable, 'file')} could not be read.", "failure")


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--output", metavar="FILE", help="write to this file, which only you may read, instead")
    parser.add_argument("--force", action="store_true", help="let it take the place of a file that is there already")


def run(arguments: Namespace) -> Exported:
    unreadable: list[str] = []
    with opened_state() as state:
        everything = _everything(state, unreadable)
    if arguments.output is None:
        return Exported(output=None, output_bytes=None, everything=everything, unreadable=len(unreadable))
    data = f"{_text(everything)}\n".encode("ascii")
    try:
        _write(arguments.output, data, force=arguments.force)
    except FileExistsError:
        raise CommandError(
            "exists", f"{arguments.output} exists already.", "Name another file, or add --force to replace it."
        ) from None
    except OSError as error:
        raise CommandError(
            "not-written", f"{arguments.output}: {error.strerror}", "Name a file in a folder that you may write in."
        ) from None
    return Exported(output=arguments.output, output_bytes=len(data), everything=None, unreadable=len(unreadable))


def _text(everything: Everything) -> str:
    """ASCII, because a terminal would obey some of the characters that JSON lets stand."""
    return json.dumps(everything.model_dump(mode="json"), indent=2)


def _everything(state: State | None, unreadable: list[str]) -> Everything:
    """All that can be read; the paths of what cannot are added to `unreadable`."""
    inspection = Inspection([], {}, []) if state is None else inspect(state)
    faults = {each.file.path: each.fault for each in inspection.conversations}

    def files(kind: str) -> list[File]:
        if state is None:
            return []
        handles = inspection.handles
        found = [
            _file(state, file, handles.get(file.conversation or ""), faults.get(file.path))
            for file in inspection.of_kind(kind)
        ]
        unreadable.extend(file.path for file in found if file and file.document is None and file.raw is None)
        return [file for file in found if file is not None]

    return Everything(
        exported=int(time.time()),
        directory=state_place(),
        settings=settings_path(),
        conversations=files(contents.DOCUMENT),
        set_aside=files(contents.SET_ASIDE),
        leftover=files(contents.TEMPORARY),
        counts=None if state is None else _counts(state, unreadable),
        diagnostics=[] if state is None else _diagnostics(state, unreadable),
    )


def _file(state: State, file: StoredFile, handle: str | None, fault: str | None) -> File | None:
    """None for a file that was removed meanwhile."""
    try:
        data = contents.read(state.root, file)
        if data is None:
            return None
    except (OSError, ValueError, Refused):
        data = None
    document = _document(data) if file.kind == contents.DOCUMENT and fault is None else None
    return File(
        path=file.path,
        handle=handle,
        bytes=file.size,
        written=file.written_at,
        fault=fault,
        document=document,
        raw=data.decode("utf-8", "backslashreplace") if data is not None and document is None else None,
    )


def _document(data: bytes | None) -> JsonValue:
    try:
        found: JsonValue = None if data is None else parse(data.decode("utf-8"))
    except (InvalidJson, UnicodeDecodeError):
        return None
    return found


def _counts(state: State, unreadable: list[str]) -> JsonValue:
    try:
        counts = tally.counts(state)
    except OSError:
        unreadable.append(tally.FILE)
        return None
    if counts is None:
        return None
    return {kind: {word: {**seen} for word, seen in words.items()} for kind, words in counts.items()}


def _diagnostics(state: State, unreadable: list[str]) -> list[str]:
    found: list[str] = []
    for name in diagnostics.FILES:
        try:
            found += diagnostics.lines_of(state.root, name)
        except OSError:
            unreadable.append(name)
    return found


def _write(path: str, data: bytes, *, force: bool) -> None:
    """Writes a file that only its owner may read; with `force` it takes another one's place, whole or not at all.

    Only ever that of a plain file: whoever may replace a device must not do so by accident.
    """
    if force and os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
        raise OSError(errno.EINVAL, "it is there already and is no plain file", path)
    beside = f"{path}.{os.getpid()}.tmp" if force else path
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        if force:
            os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
