"""Removes the state directory with everything in it that the product wrote. [R13]"""

from __future__ import annotations

import os
import sys

from practice_ledger.refusals import Refused
from practice_ledger.storage.contents import FOLDERS, FOREIGN, MARKING, PERSONS, remove, stored_files
from practice_ledger.storage.locks import ROOTS_LOCK, TALLY_LOCK, HeldLock, stripes
from practice_ledger.storage.state import LOCKS
from practice_ledger.storage.state_root import MARK, opened_root
from practice_ledger.storage.user_directories import SETTINGS_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.deadline import Deadline
    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.private_folder import PrivateFolder


def remove_state(path: str, deadline: Deadline) -> list[str]:
    """Removes the state at `path`; returns the paths of what stayed because the product did not write it or because it
    cannot be removed. The person's settings are not among them.

    Nobody else holds any lock of the conversations meanwhile. Whoever waited for one finds no folder to write into
    afterwards. Raises `Refused` and `OSError` if nothing can be removed, `Refused("state-foreign")` for a directory
    that is not the product's.
    """
    root = opened_root(path, create=False)
    if root is None:
        return _removed_itself(path)
    held: list[HeldLock] = []
    try:
        before = _own(root)
        fault = _hold_all(root, deadline, held)
        if sys.platform == "win32":
            _release(held)  # a lock file that is open would stay there
        remove(root, _own(root))
        for name in FOLDERS:
            _remove_if_empty(root, name)
        left = [file for file in stored_files(root) if file.kind not in (PERSONS, MARKING)]
        own = {file.path for file in left if file.kind != FOREIGN}
        if fault is not None and before and own >= {file.path for file in before}:
            raise fault
        if not own:
            root.remove(MARK)  # as long as anything is ours, the directory is
    finally:
        _release(held)
        root.close()
    return [os.path.join(path, file.path) for file in left] or _removed_itself(path)


def _own(root: PrivateFolder) -> list[StoredFile]:
    return [file for file in stored_files(root) if file.kind not in (FOREIGN, PERSONS, MARKING)]


def _hold_all(root: PrivateFolder, deadline: Deadline, held: list[HeldLock]) -> Refused | OSError | None:
    """Takes every lock; returns why one could not be taken.

    One that cannot be used at all is passed over: nobody else can hold it either. So is that of the counts, which
    guards nothing that would be missed. Raises `Refused` for another one that somebody holds.
    """
    fault: Refused | OSError | None = None
    try:
        folder = root.folder(LOCKS, create=True)
    except (Refused, OSError) as error:
        return error
    try:
        for name in (ROOTS_LOCK, *stripes(), TALLY_LOCK):
            lock = HeldLock(folder, name, deadline)
            try:
                lock.__enter__()
                held.append(lock)
            except (Refused, OSError) as error:
                if isinstance(error, Refused) and error.reason == "state-locked" and name != TALLY_LOCK:
                    raise
                fault = error
    finally:
        folder.close()
    return fault


def _release(held: list[HeldLock]) -> None:
    while held:
        held.pop().__exit__()


def _remove_if_empty(root: PrivateFolder, name: str) -> None:
    try:
        root.remove_folder(name)
    except OSError:
        pass  # what is left in it is named; or it was never made


def _removed_itself(path: str) -> list[str]:
    """[] once the directory is gone too, or keeps nothing but the person's settings."""
    try:
        os.rmdir(path)
    except FileNotFoundError:
        pass
    except OSError:
        if not _holds_settings(path):
            return [path]
    return []


def _holds_settings(path: str) -> bool:
    try:
        return os.listdir(path) == [SETTINGS_FILE]
    except OSError:
        return False
