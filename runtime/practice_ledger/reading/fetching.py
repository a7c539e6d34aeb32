"""One Practice out of one run of `lore`, or what to tell the caller instead. [R23]"""

from __future__ import annotations

import time

from practice_ledger import bounds
from practice_ledger.lorelum.envelope import Answer, Failure, answer_in, get_ready
from practice_ledger.lorelum.invocation import COMMAND, answer_arguments
from practice_ledger.reading.exit_statuses import NO_ANSWER, NO_LORE, READ, TOO_SLOW
from practice_ledger.reading.lore_process import TOO_LONG, run
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from practice_ledger.contract.practice_read import PracticeRead
    from practice_ledger.reading.ending_signals import EndingSignals
    from practice_ledger.reading.lore_process import Ended

_NOT_THE_CONTRACT = {
    "not-json": "answered with text instead of its JSON",
    "envelope": "answered with JSON of a form that is not known here",
    "other-practice": "answered with another Practice than it was asked for",
}
_TRY_IT = "Run it by itself to see what it says; if it works, one of Lorelum and practice-ledger needs an update."
_TRY_IT_ALONE = "Run it by itself to see what keeps it."


class Fetched:
    """What came of one Practice: its answer, or a complaint; what `lore` said on its standard error; the status."""

    __slots__ = ("answer", "complaint", "errors", "practice_id", "status")

    def __init__(self, practice_id: str) -> None:
        self.practice_id = practice_id
        self.answer: Answer | None = None
        self.complaint: str | None = None
        self.errors = b""
        self.status = READ

    def read(self) -> PracticeRead | None:
        """What was read, if it came from the default store. [R24]"""
        try:
            return self.answer.proven() if self.answer else None
        except Refused:
            return None


def fetched(program: str, practice_ids: Sequence[str], signals: EndingSignals) -> Iterator[Fetched]:
    """Each Practice, one after another. A failure of one does not stop the others; time that is up and a signal do."""
    end = time.monotonic() + bounds.READ_SECONDS
    for practice_id in practice_ids:
        if signals.noted:
            return
        yield _fetched(program, practice_id, min(bounds.LORE_SECONDS, end - time.monotonic()), signals)


def _fetched(program: str, practice_id: str, seconds: float, signals: EndingSignals) -> Fetched:
    found = Fetched(practice_id)
    arguments = answer_arguments(practice_id)
    called = " ".join((COMMAND, *arguments))
    if seconds <= 0:
        found.status = TOO_SLOW
        found.complaint = f"`{called}` was not run: the time for all Practices was up. Read fewer at once."
        return found
    try:
        ended = run(program, arguments, seconds, signals, _get_ready)
    except OSError as error:
        found.status = NO_LORE
        found.complaint = f"{program} cannot be run: {error.strerror}. Install Lorelum anew, or name another {COMMAND}."
        return found
    found.errors = _marked(ended)
    _take(found, ended, called, seconds)
    return found


def _get_ready() -> None:
    """Loads what is needed once `lore` has answered."""
    from practice_ledger.reading import practice_markdown, sealer  # noqa: F401

    get_ready()


def _take(found: Fetched, ended: Ended, called: str, seconds: float) -> None:
    """Sets what `lore`'s answer comes to."""
    if ended.fault:
        long = ended.fault == TOO_LONG
        found.status = NO_ANSWER if long else TOO_SLOW
        what = f"more than {bounds.ANSWER_BYTES} bytes" if long else f"no answer within {seconds:.0f} s"
        found.complaint = f"`{called}` was ended: {what}. {_TRY_IT_ALONE}"
        return
    try:
        answer = _answer(ended.output, found.practice_id)
    except Refused as refused:
        wrong = _NOT_THE_CONTRACT[refused.reason] if ended.output else "answered nothing"
    else:
        if isinstance(answer, Failure) and ended.status > 0:
            found.status = ended.status
            found.complaint = f"{found.practice_id}: {answer.code}: {answer.message}"
            return
        if isinstance(answer, Answer) and ended.status == READ:
            found.answer = answer
            return
        wrong = "contradicted its answer by its exit status"
    found.status = NO_ANSWER
    found.complaint = f"`{called}` {wrong} ({_as_words(ended.status)}). {_TRY_IT}"


def _answer(output: bytearray, practice_id: str) -> Answer | Failure:
    """The answer that is the whole of the output: one line. Raises `Refused`."""
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("not-json") from None
    line = text.removesuffix("\n").removesuffix("\r")
    if "\n" in line:
        raise Refused("not-json")
    return answer_in(line, practice_id)


def _as_words(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"


def _marked(ended: Ended) -> bytes:
    """What `lore` said on its standard error, as whole lines, and a note if there was more."""
    errors = bytes(ended.errors)
    if errors and not errors.endswith(b"\n"):
        errors += b"\n"
    return errors + (b"practice-ledger: (lore said more)\n" if ended.errors_cut else b"")
