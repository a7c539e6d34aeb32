"""Forgetting conversations for good, because a person asked. [R8, R10, R25]

A conversation that may still run keeps no more than its announcement, in a new epoch: its calls in flight and the
receipts that they made are stale, and its next read is its first. One that is known to have ended goes as a whole, as
does one that has expired. With a conversation go its copies that were set aside and what dead writers left of it.
"""

from __future__ import annotations

import errno

from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.ledger.document import Damaged, decode, encode
from practice_ledger.ledger.one_by_one import UNWRITABLE, one_by_one
from practice_ledger.refusals import Refused
from practice_ledger.storage import contents, diagnostics, tally
from practice_ledger.storage.locks import ROOTS_LOCK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from practice_ledger.ledger.conversation import Conversation
    from practice_ledger.storage.contents import StoredFile
    from practice_ledger.storage.state import State

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class Forgotten:
    """What came of it: `removed` and `emptied` are hashes of conversations, `kept` gives the reason (of `refusals`) for
    each that could not be forgotten, `files` counts other files that went, `activity` are those of the counts and the
    diagnostics that went, by their usual names."""

    __slots__ = ("activity", "emptied", "files", "kept", "removed")

    def __init__(self) -> None:
        self.activity: list[str] = []
        self.removed: list[str] = []
        self.emptied: list[str] = []
        self.kept: dict[str, str] = {}
        self.files = 0


class Forgetting:
    """One request to forget. `now` is in Unix seconds.

    What lies in the state is looked up under each conversation's lock: it may have changed since a person was asked.
    """

    def __init__(self, state: State, now: int) -> None:
        self._state = state
        self._now = now
        self.done = Forgotten()

    def forget(self, names: Iterable[str]) -> None:
        """Forgets these conversations, also those that this version cannot read because a later one wrote them."""
        self._each(names, lambda held: True, unknown_too=True)

    def forget_unused(self, names: Iterable[str], since: int) -> None:
        """Forgets those of these conversations that are still unused since then. One that a later version wrote stays:
        its age cannot be known."""
        self._each(names, lambda held: held.last_used() < since, unknown_too=False)

    def forget_copies(self, copies: Iterable[StoredFile]) -> None:
        """Removes copies that were set aside, whatever became of their conversations."""
        self._remove(list(copies))
        contents.settle(self._state.root)

    def forget_activity(self) -> None:
        """Removes the counts and the diagnostics, which are about conversations too, and what dead writers left beside
        them."""
        self._forget_file(tally.FILE, lambda: tally.forget(self._state))
        self._forget_file(diagnostics.FILE, lambda: diagnostics.forget(self._state.root))
        try:
            with self._state.locked(ROOTS_LOCK):
                files = contents.stored_files(self._state.root)
                self._remove([file for file in files if file.kind == contents.TEMPORARY and not file.folder])
        except (Refused, OSError):
            pass  # each conversation meets the same, and says so
        contents.settle(self._state.root)

    def _forget_file(self, name: str, forget: Callable[[], None]) -> None:
        try:
            forget()
            self.done.activity.append(name)
        except Refused as refused:
            self.done.kept[name] = refused.reason
        except OSError:
            self.done.kept[name] = UNWRITABLE

    def _each(self, names: Iterable[str], may_go: Callable[[Conversation], bool], *, unknown_too: bool) -> None:
        one_by_one(self._state, names, lambda name: self._under_lock(name, may_go, unknown_too), self.done.kept)
        contents.settle(self._state.root)

    def _under_lock(self, name: str, may_go: Callable[[Conversation], bool], unknown_too: bool) -> None:
        try:
            conversation = load(self._state, name, set_aside=False)
        except Refused as refused:
            if refused.reason == "state-newer" and not unknown_too:
                raise
            self._drop(name)
            return
        if conversation is not None and not may_go(conversation):
            return
        if conversation is None:
            pass  # nothing but what lies beside it
        elif conversation.ended or conversation.expired(self._now) or not self._emptied(name, conversation):
            self._drop(name)
            return
        self._remove(contents.beside(self._state.root, name))

    def _emptied(self, name: str, conversation: Conversation) -> bool:
        """Not so if there is no room even for that, or if it counted to where no number is taken for one."""
        conversation.forget()
        try:
            decode(name, encode(name, conversation))
            self._store(name, conversation)
        except Damaged:
            return False
        except OSError as error:
            if error.errno not in _NO_ROOM:
                raise
            return False
        self.done.emptied.append(name)
        return True

    def _store(self, name: str, conversation: Conversation) -> None:
        try:
            store(self._state, name, conversation)
        except OSError as error:
            if error.errno not in _NO_ROOM:
                raise
            self._state.remove(name)  # which makes some; what was asked for goes first
            store(self._state, name, conversation)

    def _drop(self, name: str) -> None:
        self._state.remove(name)
        self.done.removed.append(name)
        self._remove(contents.beside(self._state.root, name))

    def _remove(self, files: list[StoredFile]) -> None:
        left = contents.remove(self._state.root, files)
        self.done.files += len(files) - len(left)
        for file in left:
            self.done.kept[file.conversation or file.path] = UNWRITABLE
