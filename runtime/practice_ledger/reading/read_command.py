"""`practice-ledger read ID...`: fetches all, seals, and then prints. [R23, R24]"""

from __future__ import annotations

import os
import select
import sys

from practice_ledger import bounds
from practice_ledger.contract.names import is_practice_id
from practice_ledger.lorelum.invocation import COMMAND
from practice_ledger.reading.ending_signals import EndingSignals
from practice_ledger.reading.exit_statuses import NO_LORE, NOT_WRITTEN, READ
from practice_ledger.reading.fetching import fetched
from practice_ledger.reading.lore_program import NoLore, lore_program
from practice_ledger.reading.taking import until_taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from practice_ledger.lorelum.envelope import Answer

_STDOUT, _STDERR = 1, 2


def plain_ids(arguments: Sequence[str]) -> list[str] | None:
    """The Practice ids that the arguments name, each once; None for anything that needs a word of help."""
    words = arguments[1:] if arguments[:1] == ["--"] else arguments
    ids = list(dict.fromkeys(words))
    return ids if 0 < len(ids) <= bounds.READ_IDS and all(is_practice_id(word) for word in ids) else None


def run(practice_ids: Sequence[str]) -> NoReturn:
    """Reads, and ends the process without the interpreter's own shutdown, which costs more than the reading.

    A signal that ends it ends `lore` as well.
    """
    signals = EndingSignals()
    try:
        signals.note()
        os._exit(read(practice_ids, signals))
    except BaseException as error:
        _complain(f"a fault of its own: {type(error).__name__}. The Practice may be had from {COMMAND} itself.")
    os._exit(NOT_WRITTEN)


def read(practice_ids: Sequence[str], signals: EndingSignals) -> int:
    """Reads Practices and returns the exit status. Nothing is written before all are fetched and sealed."""
    try:
        program = lore_program()
    except NoLore as error:
        _complain(str(error))
        return NO_LORE
    found = list(fetched(program, practice_ids, signals))
    signals.obey()
    from practice_ledger.reading.sealer import receipts

    reads = [read for each in found if (read := each.read())]
    made = receipts(reads) if reads else []
    for receipt in made:
        _say(receipt)
    if made:
        until_taken(_STDERR, bounds.RECEIPT_TAKEN_SECONDS)
    for each in found:
        if each.errors:
            _say(_harmless(each.errors) if os.isatty(_STDERR) else each.errors)
        if each.complaint:
            _complain(each.complaint)
    written = _written([each.answer for each in found if each.answer])
    return max(written, *(each.status for each in found))


def _written(answers: Sequence[Answer]) -> int:
    """Prints the Practices; the status is `READ` also for a reader that has seen enough."""
    from practice_ledger.reading.practice_markdown import SEPARATOR, markdown

    text = SEPARATOR.join(markdown(answer) for answer in answers)
    if text and os.isatty(_STDOUT):
        from practice_ledger.reading.terminal_text import for_this_terminal

        text = for_this_terminal(text)
        if sys.platform == "win32":
            return _shown(text)
    try:
        _write(_STDOUT, text.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        pass
    except OSError as error:
        _complain(f"the Practice could not be written to standard output: {error.strerror}.")
        return NOT_WRITTEN
    return READ


def _shown(text: str) -> int:
    """For a terminal of Windows, which takes characters and not UTF-8."""
    try:
        sys.stdout.write(text.encode("utf-8", "backslashreplace").decode())
        sys.stdout.flush()
    except OSError as error:
        _complain(f"the Practice could not be written to the terminal: {error.strerror}.")
        return NOT_WRITTEN
    return READ


def _complain(text: str) -> None:
    from practice_ledger.hint.quoted_text import visible

    _say(f"practice-ledger: {visible(text)}\n".encode())


def _harmless(errors: bytes) -> bytes:
    from practice_ledger.reading.terminal_text import harmless

    return harmless(errors.decode("utf-8", "replace")).encode()


def _say(line: bytes) -> None:
    """To standard error; nobody there to listen is no reason to fail."""
    try:
        _write(_STDERR, line)
    except OSError:
        pass


def _write(descriptor: int, data: bytes) -> None:
    """In one write, if the other end takes it. Waits where the other end has made the descriptor a non-blocking one."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:
            ready = select.poll()
            ready.register(descriptor, select.POLLOUT)
            ready.poll()
