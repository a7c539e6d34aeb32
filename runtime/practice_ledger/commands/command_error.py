"""What a person is told when a command cannot do its work."""

from __future__ import annotations

from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.refusals import REASONS, Refused


class CommandError(Exception):
    """`code` is a stable word for programs, `message` says what is wrong and where, `next_step` what to do."""

    def __init__(self, code: str, message: str, next_step: str, status: ExitStatus = ExitStatus.FAILED) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.next_step = next_step
        self.status = status


def of_the_state(error: Refused | OSError, place: str) -> CommandError:
    """What is wrong with the state that lies at `place`."""
    if isinstance(error, Refused):
        return CommandError(error.reason, f"{place}: {REASONS[error.reason]}", MORE)
    within = f"{place}: {error.filename}" if error.filename and error.filename != place else place
    return CommandError("state-unwritable", f"{within}: {error.strerror}", MORE)


MORE = "`practice-ledger doctor` says more about the state directory."
