"""Waits on a condition, with a deadline."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

DEADLINE_SECONDS = 60.0
_POLL_SECONDS = 0.01

Value = TypeVar("Value")


class DeadlinePassed(AssertionError):
    """What was waited for did not come."""


def wait_until(condition: Callable[[], Value], what: str, seconds: float = DEADLINE_SECONDS) -> Value:
    """Returns the first true value of `condition`; raises `DeadlinePassed`, naming `what`, after `seconds`."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise DeadlinePassed(f"waited {seconds:.0f} s for {what}")
        time.sleep(_POLL_SECONDS)
