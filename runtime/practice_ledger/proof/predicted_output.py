"""Holds a response against what the statements of a script print, following the shell from status to status. [R14.5]"""

from __future__ import annotations

from practice_ledger.lorelum import envelope
from practice_ledger.proof.shell_script import ExitOnFailure, Print, Read, Script
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.contract.practice_read import PracticeRead
    from practice_ledger.proof.shell_script import Statement


def reads_shown(script: Script, response: str) -> tuple[PracticeRead, ...]:
    """The successful reads of `script`, in order, if `response` is exactly its output; else raises `Refused`.

    CR LF counts as LF, as a terminal makes it; any other CR refuses.
    """
    output = _Output(response.replace("\r\n", "\n"))
    if "\r" in output.rest:
        raise Refused("output-differs")
    _run(script, output)
    if output.rest:
        raise Refused("output-differs")
    return tuple(output.reads)


class _Output:
    """What of a response is not accounted for yet, and the reads found before that."""

    __slots__ = ("reads", "rest")

    def __init__(self, text: str) -> None:
        self.rest = text
        self.reads: list[PracticeRead] = []

    def take_literal(self, text: str) -> int:
        if not self.rest.startswith(text):
            raise Refused("output-differs")
        self.rest = self.rest[len(text) :]
        return 0

    def take_answer(self, practice_id: str) -> int:
        line, line_break, self.rest = self.rest.partition("\n")
        if not line_break:
            raise Refused("output-differs")
        read = envelope.read_answer(line, practice_id)
        if read is None:
            return envelope.STATUS_FAILED
        self.reads.append(read)
        return envelope.STATUS_READ


def _run(script: Script, output: _Output) -> int:
    """The exit status that a shell has after `script`."""
    status = 0
    exit_on_failure = False
    for and_list in script.and_lists:
        for statement in and_list:
            status = _run_statement(statement, output)
            exit_on_failure = exit_on_failure or isinstance(statement, ExitOnFailure)
            if status:
                break
        # POSIX: `set -e` ignores a failure anywhere but at the last statement of an and-list.
        if status and exit_on_failure and statement is and_list[-1]:
            break
    return status


def _run_statement(statement: Statement, output: _Output) -> int:
    if isinstance(statement, Read):
        return output.take_answer(statement.practice_id)
    if isinstance(statement, Print):
        return output.take_literal(statement.text)
    if isinstance(statement, Script):
        return _run(statement, output)
    return 0
