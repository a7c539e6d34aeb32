"""A state directory that is laid anew before each run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.ledger.document import encode, new_conversation
from practice_ledger.ledger.ledger import system_clock
from practice_ledger.storage.state import CONVERSATIONS, State
from practice_ledger.storage.state_directory import HOME_VARIABLE

_Kept = dict[Path, tuple[bytes, os.stat_result]]


class PreparedState:
    """One state directory and what lay in it when `keep` was called.

    `restore` lays that again: content and times of every document, and nothing else beside them. Counts and the
    secret stay as they are.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: _Kept = {}

    @contextmanager
    def in_use(self, variables: Mapping[str, str] | None = None) -> Iterator[None]:
        """This process takes it for its own state meanwhile, and has `variables` set."""
        before = dict(os.environ)
        os.environ.update({HOME_VARIABLE: str(self.path), **(variables or {})})
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def remember(self, key: ConversationKey, reads: list[PracticeRead]) -> None:
        """Has a conversation that was announced remember `reads`, as if they had been proven one after another."""
        state = State.opened(str(self.path), Deadline(), create=False)
        if state is None:
            raise FileNotFoundError(self.path)
        name = key.hashed()
        conversation = load(state, name)
        if conversation is None:
            raise LookupError("not announced")
        for read in reads:
            conversation.record(read, system_clock())
        store(state, name, conversation)
        state.close()

    def add_conversations(self, count: int, reads: list[PracticeRead]) -> None:
        """Adds `count` conversations of somebody's, each with `reads`, written in the order of their numbers."""
        now = system_clock()
        for number in range(count):
            name = ConversationKey("codex", f"other-{number}").hashed()
            conversation = new_conversation(now)
            conversation.bind("codex", "its-thread", now)
            for read in reads:
                conversation.record(read, now)
            document = self._documents / f"{name}.json"
            document.write_bytes(encode(name, conversation))
            document.chmod(0o600)
            os.utime(document, (now - count + number, now - count + number))

    def keep(self) -> None:
        self._kept = {path: (path.read_bytes(), path.stat()) for path in self._documents.iterdir()}

    def restore(self) -> None:
        for path in self._documents.iterdir():
            if path not in self._kept:
                path.unlink()
        for path, (content, was) in self._kept.items():
            if not path.exists() or path.stat().st_mtime_ns != was.st_mtime_ns:
                path.write_bytes(content)
                path.chmod(0o600)
                os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))

    def documents(self) -> list[bytes]:
        return [path.read_bytes() for path in self._documents.iterdir()]

    @property
    def _documents(self) -> Path:
        return self.path / CONVERSATIONS
