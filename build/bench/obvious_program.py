"""The hook as it is obviously written: pydantic's models, filelock and platformdirs, all imported plainly.

It is the same program with the same rules. Only what stands in for those libraries is put back: without compiled core
schemas the models validate, and the lock is filelock's. Frozen by `alternative.py`, to be measured against.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from pathlib import Path
from typing import Any

import filelock
import platformdirs
import pydantic

from practice_ledger import hook
from practice_ledger.storage import state
from practice_ledger.storage.state_directory import state_directory
from practice_ledger.storage.user_directories import APPLICATION

logging.getLogger(APPLICATION).debug("%s %s", json.__name__, pydantic.VERSION)


class PlainLock:
    """Held for the length of a `with` block, as the hook's own is."""

    def __init__(self, folder: object, name: str, deadline: Any, patience: float | None = None) -> None:
        place = Path(state_directory() or platformdirs.user_state_dir(APPLICATION))
        self._lock = filelock.FileLock(place / "locks" / name, timeout=deadline.left_for_locks())

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


setattr(state, "HeldLock", PlainLock)  # noqa: B010 - another class than the one that is declared

parser = argparse.ArgumentParser(prog=APPLICATION)
parser.add_argument("verb", choices=["hook"])
parser.add_argument("host")
hook.run(parser.parse_args(sys.argv[1:]).host)
