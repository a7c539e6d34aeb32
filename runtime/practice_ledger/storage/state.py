"""The state directory as a whole: conversations, locks, what was set aside, and what is told about faults. [R12, R13]

conversations/<hash>.json   one document a root conversation
locks/                      a fixed number of lock files, never deleted
damaged/<hash>.json         damaged documents, the newest few
practice-ledger-state       says that the directory is the product's own
secret                      what receipts are made with
tally.json                  how often what happened
diagnostics.log, .log.1     faults, without any content of a payload
"""

from __future__ import annotations

import os
import time

from practice_ledger import bounds
from practice_ledger.storage.locks import ROOTS_LOCK, HeldLock, stripe
from practice_ledger.storage.private_folder import is_temporary
from practice_ledger.storage.state_root import opened_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.deadline import Deadline
    from practice_ledger.storage.private_folder import PrivateFolder

CONVERSATIONS = "conversations"
LOCKS = "locks"
DAMAGED = "damaged"
SECRET_FILE = "secret"  # noqa: S105 - a name
SUFFIX = ".json"
_HASH_DIGITS = 64


class State:
    """An open state directory. Conversations are named by their hash (64 hex digits).

    `opened` is the way in. Methods raise `OSError` as the system does and `Refused` for a lock that is not to be had
    or a place that is not safe.
    """

    def __init__(self, root: PrivateFolder, deadline: Deadline, *, create: bool) -> None:
        self.root = root
        self._deadline = deadline
        self._conversations = root.folder(CONVERSATIONS, create=True) if create else _if_any(root, CONVERSATIONS)
        self._locks: PrivateFolder | None = None

    @classmethod
    def opened(cls, path: str, deadline: Deadline, *, create: bool) -> State | None:
        """The state at `path`; with `create` it is made if need be, without it a missing one is None."""
        root = opened_root(path, create=create)
        if root is None:
            return None
        try:
            return cls(root, deadline, create=create)
        except BaseException:
            root.close()
            raise

    def close(self) -> None:
        for folder in (self._conversations, self._locks, self.root):
            if folder is not None:
                folder.close()

    def locked(self, lock: str, patience: float | None = None) -> HeldLock:
        if self._locks is None:
            self._locks = self.root.folder(LOCKS, create=True)
        return HeldLock(self._locks, lock, self._deadline, patience)

    def locked_conversation(self, conversation: str, patience: float | None = None) -> HeldLock:
        return self.locked(stripe(conversation), patience)

    def read(self, conversation: str) -> bytes | None:
        """The document's bytes, None if there is none; `ValueError` for what no document of ours can be."""
        if self._conversations is None:
            return None
        return self._conversations.read(conversation + SUFFIX, bounds.DOCUMENT_BYTES)

    def replace(self, conversation: str, data: bytes) -> None:
        if self._conversations is None:
            self._conversations = self.root.folder(CONVERSATIONS, create=True)
        self._conversations.replace(conversation + SUFFIX, data)

    def remove(self, conversation: str) -> None:
        if self._conversations is not None:
            self._conversations.remove(conversation + SUFFIX)

    def set_aside(self, conversation: str) -> None:
        """Moves a damaged document out of the way, over an earlier one of the same conversation."""
        if self._conversations is None:
            return
        damaged = self.root.folder(DAMAGED, create=True)
        self._conversations.move(conversation + SUFFIX, damaged, conversation + SUFFIX)
        _keep_newest(damaged)
        damaged.close()

    def trim_set_aside(self) -> None:
        """Removes the oldest of what was set aside until the rest is within its bound."""
        damaged = _if_any(self.root, DAMAGED)
        if damaged is not None:
            _keep_newest(damaged)
            damaged.close()

    def secret(self) -> bytes | None:
        """What receipts are made with, None if there is none that can be used. [R24]"""
        try:
            return self._whole_secret()
        except OSError:
            return None

    def make_secret(self) -> None:
        """Makes the secret if there is none, or a damaged one. One that cannot be read just now stays, and raises
        `OSError`: receipts that are under way would suffer from another."""
        if self._whole_secret() is None:
            with self.locked(ROOTS_LOCK):
                if self._whole_secret() is None:
                    self.root.replace(SECRET_FILE, os.urandom(bounds.SECRET_BYTES))

    def _whole_secret(self) -> bytes | None:
        try:
            found = self.root.read(SECRET_FILE, bounds.SECRET_BYTES, secret=True)
        except ValueError:
            return None
        return found if found is not None and len(found) == bounds.SECRET_BYTES else None

    def at_most(self, number: int) -> bool:
        """Whether there are no more conversations than this, by the number of names alone."""
        return self._conversations is None or sum(map(_may_be_document, self._conversations.names())) <= number

    def tidying_is_due(self, now: int) -> bool:
        """Whether the age of the conversations was not looked at lately. The caller holds the lock of them all."""
        if self._locks is None:
            return True
        return not 0 <= now - self._locks.written_at(ROOTS_LOCK) < bounds.TIDYING_SECONDS

    def note_tidying(self, now: int) -> None:
        """What `tidying_is_due` goes by: the time of the lock's own file, which nobody writes."""
        if self._locks is not None:
            self._locks.set_written_at(ROOTS_LOCK, now)

    def conversations_by_age(self) -> list[tuple[float, str]]:
        """(time of the last write, conversation), oldest first. Removes what writers that died left behind."""
        found = []
        if self._conversations is not None:
            entries = self._conversations.names_by_age()
            for written_at, name in entries:
                if conversation := _document_of(name):
                    found.append((written_at, conversation))
            _sweep(self._conversations, entries)
        _sweep(self.root, self.root.names_by_age())
        return found


def _if_any(root: PrivateFolder, name: str) -> PrivateFolder | None:
    try:
        return root.folder(name, create=False)
    except FileNotFoundError:
        return None


def conversation_of(name: str) -> str | None:
    """The conversation that a file belongs to by its name: its document, or a temporary file of it."""
    conversation, dot, _ = name.partition(".")
    if dot and len(conversation) == _HASH_DIGITS and not conversation.strip("0123456789abcdef"):
        return conversation
    return None


def _may_be_document(name: str) -> bool:
    return name.endswith(SUFFIX)


def _document_of(name: str) -> str | None:
    """The conversation whose document has this file name."""
    conversation = conversation_of(name)
    return conversation if conversation and name == conversation + SUFFIX else None


def _keep_newest(damaged: PrivateFolder) -> None:
    """Only what has the name of a document counts and goes: the rest is somebody's."""
    ours = [name for _, name in damaged.names_by_age() if _document_of(name)]
    for name in ours[: -bounds.DAMAGED_FILES]:
        try:
            damaged.remove(name)
        except OSError:
            continue  # a folder of somebody's


def _sweep(folder: PrivateFolder, entries: list[tuple[float, str]]) -> None:
    """Removes the temporary files of writers that died long ago."""
    for written_at, name in entries:
        if is_temporary(name) and written_at < time.time() - bounds.STALE_TEMPORARY_SECONDS:
            try:
                folder.remove(name)
            except OSError:
                continue  # a folder of that name is no reason to bind no conversation any more
