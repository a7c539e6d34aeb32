"""What the exit status of a person's command means. `read` has its own table: `reading/exit_statuses.py`."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """One number each, the same for every command. `USAGE` is argparse's own."""

    OK = 0
    FAILED = 1
    USAGE = 2
    FAULTS_FOUND = 3
    NOT_FOUND = 4
    DECLINED = 5
    PARTLY = 6
    INTERRUPTED = 130


MEANINGS = {
    ExitStatus.OK: "done",
    ExitStatus.FAILED: "not possible; a line on standard error says why and what to do",
    ExitStatus.USAGE: "wrong usage",
    ExitStatus.FAULTS_FOUND: "`doctor` found what keeps the product from working, or `settings` a faulty file",
    ExitStatus.NOT_FOUND: "the handle names no conversation, or more than one",
    ExitStatus.DECLINED: "nothing was changed, because it was not confirmed",
    ExitStatus.PARTLY: "done for some and not for others; the output says for which and why",
    ExitStatus.INTERRUPTED: "interrupted; what was done stays done",
}
