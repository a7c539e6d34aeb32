"""A sequence of the ledger's operations in one process, under small bounds. It acknowledges each on standard output.

`python -c "from soak.library_operations import main; main()" STATE [SNAPSHOTS]`; imports no more than a hook does, so
that a thousand starts are quick.
"""

from __future__ import annotations

import os
import sys
import time

from practice_ledger import bounds
from practice_ledger.contract.identity import BoundConversation, ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import (
    BegunCall,
    ClearedRoot,
    EndedRoot,
    FinishedCall,
    OpenedRoot,
    SealedCall,
    StartedChild,
)
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = "lore get some.practice --json"
SMALL = {"ROOTS": 4, "ROOTS_DROPPED_AT_ONCE": 2, "YOUNG_ROOTS": 1, "DAMAGED_FILES": 1}

# In the order of their files' names, which decides where two were written in one tick of the clock.
KEYS = sorted((ConversationKey("codex", f"c{number}") for number in range(9)), key=ConversationKey.hashed)


def _read(number: int) -> PracticeRead:
    return PracticeRead(f"read.number-{number}", f"{number:064x}", "T", "it applies", ["pack"])


def steps(state: State) -> Iterator[object]:
    """Does one operation after another; each has been done when the iterator gives something."""
    now = int(time.time())
    ledger = Ledger(state, lambda: now)
    names = [f"{os.getpid()} {call}" for call in range(6)]  # a second run is not to repeat those of the first

    def opened(number: int) -> BoundConversation:
        return ledger.open_root(OpenedRoot(KEYS[number], "t"))

    def began(number: int, call: int) -> BoundConversation:
        return ledger.begin_call(BegunCall(KEYS[number], "t", names[call], COMMAND))

    def ended(number: int, call: int, read: int) -> tuple[str, ...]:
        return ledger.record(FinishedCall(KEYS[number], "t", names[call], COMMAND, (_read(read),)))

    def sealed(call: int, *reads: int) -> tuple[str, ...]:
        return ledger.record_sealed(SealedCall(bound, names[call], tuple(map(_read, reads))))

    def damaged(number: int) -> None:
        state.replace(KEYS[number].hashed(), b'{"version":1,')

    state.make_secret()
    yield None
    yield opened(0)
    yield began(0, 1)
    yield ended(0, 1, 1)
    bound = opened(1)
    yield bound
    yield began(1, 1)
    yield began(1, 2)
    yield ended(1, 2, 2)
    yield sealed(3, 3, 4)
    ledger.end_root(EndedRoot(KEYS[1]))
    yield None
    bound = ledger.clear(ClearedRoot(KEYS[1], "t"))
    yield bound
    yield sealed(4, 5)
    yield opened(2)
    yield opened(3)
    yield began(3, 1)
    yield ended(3, 1, 6)
    yield opened(4)  # no room: 2, which has no reads, and 0, which was written first, go
    damaged(3)
    yield None
    yield opened(3)  # sets it aside
    damaged(3)
    yield None
    damaged(4)
    yield None
    yield opened(4)
    yield opened(3)  # of two that were set aside, one is kept
    yield began(3, 1)
    yield ended(3, 1, 7)
    yield ledger.list_for_child(StartedChild(KEYS[3]))
    now += bounds.ROOT_LIFETIME - 1
    yield opened(5)
    yield began(5, 1)
    yield ended(5, 1, 8)
    now += 2
    yield ledger.expire()  # all but the last
    yield opened(6)


def main() -> None:
    """With SNAPSHOTS, copies the state there after each step, under the step's number."""
    for name, value in SMALL.items():
        setattr(bounds, name, value)
    folder, snapshots = sys.argv[1], sys.argv[2:]
    state = State.opened(folder, Deadline(seconds=60.0), create=True)
    if state is None:
        raise FileNotFoundError(folder)
    for number, _ in enumerate(steps(state), start=1):
        if snapshots:
            import shutil

            shutil.copytree(folder, f"{snapshots[0]}/{number}")
        os.write(1, b".")
    state.close()
    os._exit(0)
