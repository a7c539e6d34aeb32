"""Which directory without a mark is taken as the state directory: an empty one, and a state whose mark got lost. [R13]

It happens once in the life of a state.
"""

from __future__ import annotations

import os

from practice_ledger.refusals import Refused
from practice_ledger.storage.contents import FOREIGN, LOCK, PERSONS, stored_files
from practice_ledger.storage.state_root import MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.private_folder import PrivateFolder

_TEXT = b"practice-ledger keeps its state in this directory, and writes, replaces and removes files in it.\n"


def adopted(root: PrivateFolder, *, create: bool) -> bool:
    """Whether this is the state directory, marked as such now with `create`. Without it nothing is written, and one
    that was never used is none yet. Raises `Refused("state-foreign")` and `OSError`."""
    files = [file for file in stored_files(root) if file.kind != PERSONS]
    if not _may_be_ours(files):
        if root.holds(MARK):
            return True  # another process adopted it in between, and writes already
        raise Refused("state-foreign")
    if create:
        _mark(root)
    return create or _was_used(files)


def _may_be_ours(files: Sequence[StoredFile]) -> bool:
    """Whether nothing of somebody else's can be meant. Some names, as `secret`, many a program uses: they count as ours
    only beside our locks, which every state has that was ever used."""
    if any(file.kind == FOREIGN for file in files):
        return False
    return _was_used(files) or all(file.folder for file in files)


def _was_used(files: Sequence[StoredFile]) -> bool:
    return any(file.kind == LOCK for file in files)


def _mark(root: PrivateFolder) -> None:
    descriptor = root.open_for_append(MARK)
    try:
        os.write(descriptor, _TEXT)
    except OSError:
        pass  # no room: its name says it too
    finally:
        os.close(descriptor)
