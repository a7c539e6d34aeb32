"""Opens the state of a test."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from practice_ledger.deadline import Deadline
from practice_ledger.ledger.forgetting import Forgetting, Forgotten
from practice_ledger.ledger.inspection import Inspection, inspect
from practice_ledger.storage.state import State


@contextmanager
def opened(path: Path, lock_seconds: float = 5) -> Iterator[State]:
    state = State.opened(str(path), Deadline(60, lock_seconds), create=True)
    assert state is not None
    try:
        yield state
    finally:
        state.close()


def inspected(path: Path) -> Inspection:
    with opened(path) as state:
        return inspect(state)


def forget(
    path: Path, *names: str, since: int | None = None, now: int | None = None, lock_seconds: float = 5
) -> Forgotten:
    """Forgets these conversations, with `since` only if they are unused since then."""
    with opened(path, lock_seconds) as state:
        forgetting = Forgetting(state, int(time.time()) if now is None else now)
        if since is None:
            forgetting.forget(names)
        else:
            forgetting.forget_unused(names, since)
    return forgetting.done
