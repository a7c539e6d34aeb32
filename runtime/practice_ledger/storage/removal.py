"""Removes the state directory with everything in it that the product wrote. [R13]"""

from __future__ import annotations

import os

from practice_ledger.storage.contents import FOLDERS, FOREIGN, remove, stored_files
from practice_ledger.storage.locks import ROOTS_LOCK, TALLY_LOCK, HeldLock, stripes
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state import LOCKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.deadline import Deadline


def remove_state(path: str, deadline: Deadline) -> list[str]:
    """Removes the state at `path`; returns the paths of what stayed because the product did not write it or because it
    cannot be removed.

    Nobody else holds any lock meanwhile. Whoever waited for one finds no folder to write into afterwards. Raises
    `Refused` and `OSError` if nothing can be removed, `FileNotFoundError` if there is no such directory.
    """
    root = PrivateFolder.at(path, create=False)
    try:
        folder = root.folder(LOCKS, create=True)
        held: list[HeldLock] = []
        try:
            for name in (ROOTS_LOCK, *stripes(), TALLY_LOCK):
                lock = HeldLock(folder, name, deadline)
                lock.__enter__()
                held.append(lock)
            files = stored_files(root)
            left = [file for file in files if file.kind == FOREIGN]
            left += remove(root, [file for file in files if file.kind != FOREIGN])
            for name in FOLDERS:
                _remove_if_empty(root, name)
        finally:
            for lock in held:
                lock.__exit__()
            folder.close()
        _remove_if_empty(root, LOCKS)  # on Windows a file that is open is there until it is closed
    finally:
        root.close()
    return [os.path.join(path, file.path) for file in left] or _removed_itself(path)


def _remove_if_empty(root: PrivateFolder, name: str) -> None:
    try:
        root.remove_folder(name)
    except OSError:
        pass  # what is left in it is named; or it was never made


def _removed_itself(path: str) -> list[str]:
    """[] once the empty directory is gone too."""
    try:
        os.rmdir(path)
    except OSError:
        return [path]
    return []
