"""What can go wrong while building, and the exit statuses that say so."""

from __future__ import annotations

CHECK_FAILED = 1
USAGE = 2  # argparse's own
MACHINE_LACKS = 3  # also said by __main__.py
BUILD_FAILED = 4
INTERRUPTED = 130  # as a shell says it of SIGINT

EXIT_STATUSES = f"""\
exit status:
  0    done
  {CHECK_FAILED}    a check or a test failed, or the demonstration did not show what it should
  {USAGE}    wrong usage
  {MACHINE_LACKS}    this machine lacks something that is needed; the message says what
  {BUILD_FAILED}    a step of the build failed; the message says which
  {INTERRUPTED}  interrupted
"""


class Problem(Exception):
    """Ends a verb with `status`. Says what is wrong, where, and what to do next, each in one line or a few."""

    def __init__(self, status: int, *, what: str, where: str, next_step: str) -> None:
        super().__init__(what)
        self.status = status
        self.text = f"error: {what}\n  where: {where}\n  next: {next_step}\n"
