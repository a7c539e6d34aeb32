"""Makes receipts for the reading command. Only reads: it may run in a sandbox that cannot write. [R24]"""

from __future__ import annotations

import os

from practice_ledger.deadline import Deadline
from practice_ledger.hosts.registry import caller_of
from practice_ledger.ledger.ledger import Ledger, system_clock
from practice_ledger.sealing.receipt import seal
from practice_ledger.settings.settings import put_in_force
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from practice_ledger.contract.practice_read import PracticeRead


def receipts(reads: Sequence[PracticeRead]) -> list[bytes]:
    """One receipt for each read that can have one; none where the caller, the secret or the conversation is not
    known, or where the product is switched off.

    Never raises: the Practice is printed all the same.
    """
    try:
        return _receipts(reads)
    except Exception:
        return []


def _receipts(reads: Sequence[PracticeRead]) -> list[bytes]:
    if not put_in_force().enabled:
        return []
    caller = caller_of(os.environ)
    state = State.opened(state_directory(), Deadline(), create=False) if caller else None
    if caller is None or state is None:
        return []
    try:
        secret = state.secret()
        bound = Ledger(state, system_clock).current(caller.key)
    finally:
        state.close()
    if secret is None or bound is None:
        return []
    lines = (seal(secret, caller, bound.epoch, read) for read in reads)
    return [line for line in lines if line]
