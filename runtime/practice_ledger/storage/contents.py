"""What lies in a state directory, file by file, and which of it is the product's own. Takes no lock, changes nothing.

For a person's commands: a hook knows what it looks for.
"""

from __future__ import annotations

import stat

from practice_ledger import bounds
from practice_ledger.refusals import Refused
from practice_ledger.storage import diagnostics, tally
from practice_ledger.storage.locks import ROOTS_LOCK, TALLY_LOCK, stripes
from practice_ledger.storage.private_folder import is_temporary
from practice_ledger.storage.state import CONVERSATIONS, DAMAGED, LOCKS, SECRET_FILE, SUFFIX, conversation_of
from practice_ledger.storage.state_root import MARK
from practice_ledger.storage.user_directories import SETTINGS_FILE, SNAPSHOT_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from practice_ledger.storage.private_folder import PrivateFolder

DOCUMENT = "document"
SET_ASIDE = "set-aside"
TEMPORARY = "temporary"
LOCK = "lock"
SECRET = "secret"  # noqa: S105 - a kind
COUNTS = "counts"
DIAGNOSTICS = "diagnostics"
SETTINGS = "settings"
MARKING = "mark"
PERSONS = "settings-file"  # the person's own, where state and settings lie in one directory
FOREIGN = "foreign"

FOLDERS = (CONVERSATIONS, DAMAGED, LOCKS)
_IN_THE_ROOT = {
    SECRET_FILE: SECRET,
    tally.FILE: COUNTS,
    **dict.fromkeys(diagnostics.FILES, DIAGNOSTICS),
    SNAPSHOT_FILE: SETTINGS,
    MARK: MARKING,
    SETTINGS_FILE: PERSONS,
}


class StoredFile:
    """One entry: `folder` is one of `FOLDERS` or "" for the root of the state, `kind` one of the words above.

    `conversation` is the hash of the one that the file belongs to by its name, if it does. `size` is in bytes,
    `written_at` in Unix seconds.
    """

    __slots__ = ("conversation", "folder", "kind", "name", "size", "written_at")

    def __init__(self, folder: str, name: str, found: os.stat_result) -> None:
        self.folder = folder
        self.name = name
        self.kind = FOREIGN if stat.S_ISDIR(found.st_mode) else _kind(folder, name)
        self.conversation = conversation_of(name) if folder in (CONVERSATIONS, DAMAGED) else None
        self.size = found.st_size
        self.written_at = int(found.st_mtime)

    @property
    def path(self) -> str:
        """Relative to the state directory."""
        return f"{self.folder}/{self.name}" if self.folder else self.name


def stored_files(root: PrivateFolder) -> list[StoredFile]:
    """Every entry of the state directory and of its folders, but for the folders themselves. A folder that cannot be
    looked into counts as `FOREIGN`, and so does any that is not the product's own. Raises `OSError`."""
    found = []
    for name, state in root.entries():
        within = _within(root, name) if name in FOLDERS else None
        found.extend([StoredFile("", name, state)] if within is None else within)
    return found


def _within(root: PrivateFolder, name: str) -> list[StoredFile] | None:
    try:
        folder = root.folder(name, create=False)
    except (Refused, OSError):
        return None
    try:
        return [StoredFile(name, entry, state) for entry, state in folder.entries()]
    finally:
        folder.close()


def beside(root: PrivateFolder, conversation: str) -> list[StoredFile]:
    """What lies beside a conversation's document: its copy that was set aside, and what dead writers left. The caller
    holds the conversation's lock. Raises `OSError` and `Refused`."""
    found = []
    for name in (CONVERSATIONS, DAMAGED):
        try:
            folder = root.folder(name, create=False)
        except FileNotFoundError:
            continue
        try:
            found += [StoredFile(name, entry, state) for entry, state in folder.entries(conversation)]
        finally:
            folder.close()
    return [file for file in found if file.kind in (SET_ASIDE, TEMPORARY)]


def remove(root: PrivateFolder, files: Iterable[StoredFile]) -> list[StoredFile]:
    """Removes these files; returns those that could not be removed."""
    left = []
    for file in files:
        try:
            folder = root.folder(file.folder, create=False) if file.folder else root
            try:
                folder.remove(file.name)
            finally:
                if folder is not root:
                    folder.close()
        except (Refused, OSError):
            left.append(file)
    return left


def settle(root: PrivateFolder) -> None:
    """Waits until what was removed is gone from the disk too, as far as the file system can."""
    for name in ("", *FOLDERS):
        try:
            folder = root.folder(name or ".", create=False)
            try:
                folder.sync()
            finally:
                folder.close()
        except (Refused, OSError):
            continue


def read(root: PrivateFolder, file: StoredFile) -> bytes | None:
    """The bytes of a file, however long it was; None if it is gone. Raises `OSError`, `Refused`, and `ValueError` for
    what is no plain file."""
    limit = max(file.size, bounds.DOCUMENT_BYTES)  # it may have grown since
    if not file.folder:
        return root.read(file.name, limit)
    folder = root.folder(file.folder, create=False)
    try:
        return folder.read(file.name, limit)
    finally:
        folder.close()


def _kind(folder: str, name: str) -> str:
    if folder == LOCKS:
        return LOCK if name in (ROOTS_LOCK, TALLY_LOCK, *stripes()) else FOREIGN
    target = _target(name)
    if folder:
        conversation = conversation_of(name)
        kind = DOCUMENT if folder == CONVERSATIONS else SET_ASIDE
        kind = kind if conversation is not None and (target or name) == conversation + SUFFIX else FOREIGN
    else:
        kind = _IN_THE_ROOT.get(target or name, FOREIGN)
    return TEMPORARY if target and kind not in (FOREIGN, PERSONS) else kind


def _target(name: str) -> str | None:
    """The file that a temporary file was to become; None for any other name."""
    return name.rsplit(".", 3)[0] if is_temporary(name) else None
