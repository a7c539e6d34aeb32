"""Whether one shell call, by its command and its response, proves reads: the questions that an adapter asks. [R14]"""

from __future__ import annotations

from practice_ledger.lorelum.invocation import names_read
from practice_ledger.proof import predicted_output, shell_script
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from practice_ledger.contract.practice_read import PracticeRead

__all__ = ["names_read", "prove", "understood"]


def understood(command: str) -> None:
    """Raises `Refused` for a command that can prove nothing, whatever it prints. [R14.4, R15]"""
    shell_script.parse(command)


def prove(command: str, response: str, truncation_notices: Sequence[str]) -> tuple[PracticeRead, ...]:
    """The successful reads of a call in the order they ran, the newest last; raises `Refused` if any part is in doubt.

    `truncation_notices` are the host's own words for output that it cut: a response that holds one of them anywhere is
    refused, since what is left of a cut answer can be valid JSON. [R14.5]
    """
    script = shell_script.parse(command)
    if any(notice in response for notice in truncation_notices):
        raise Refused("truncated")
    return predicted_output.reads_shown(script, response)
