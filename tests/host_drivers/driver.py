"""How a test speaks as a host."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from lorelum_answers import PRACTICE, line
from practice_ledger.deadline import Deadline
from practice_ledger.hook import answer


class HostDriver(ABC):
    """Speaks to the hook's dispatcher as one host does. Conversations, calls and agents are named by short words."""

    host: str

    @classmethod
    def with_a_read_in(cls, *conversations: str) -> Self:
        """A host whose conversations have begun and hold a read each."""
        driver = cls()
        for conversation in conversations:
            driver.send(driver.start(conversation))
            driver.read(conversation)
        return driver

    @abstractmethod
    def start(self, conversation: str, source: str = "startup", history: str = "h1") -> bytes: ...
    @abstractmethod
    def begin(self, conversation: str, call: str, command: str) -> bytes: ...
    @abstractmethod
    def finish(self, conversation: str, call: str, command: str, output: str) -> bytes: ...
    @abstractmethod
    def child(self, conversation: str, agent: str) -> bytes: ...
    @abstractmethod
    def end(self, conversation: str) -> bytes: ...
    @abstractmethod
    def by_child(self, event: bytes) -> bytes:
        """The same shell event as a subagent's."""

    @abstractmethod
    def told(self, reply: bytes) -> str:
        """The text that the child is told by this reply, "" for none."""

    def send(self, event: bytes) -> bytes:
        return answer(self.host, event, Deadline())

    def read(
        self, conversation: str, practice_id: str = PRACTICE, *, call: str | None = None, **changes: object
    ) -> None:
        """The root reads one Practice in one call."""
        command = f"lore get {practice_id} --json"
        call = call or f"call-{practice_id}"
        assert self.send(self.begin(conversation, call, command)) == b""
        assert self.send(self.finish(conversation, call, command, line(practice_id, **changes))) == b""

    def hint(self, conversation: str) -> str:
        """What a new child of this conversation is told."""
        return self.told(self.send(self.child(conversation, "agent-1")))
