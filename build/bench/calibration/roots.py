"""Simulated weeks of conversations: which are forgotten before their time.

The model, which no recording backs: conversations start at random times of four weeks; three of ten read Practices, one
to nine of them within the first hour; one of ten is resumed once, a day to 13 days later. Run through the ledger
itself, on files, under a clock of its own.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from bench.calibration.sizes import NOW
from bench.practices import ENGLISH, practices
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.verified import OpenedRoot, StartedChild
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.conversation_files import load, store
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import CONVERSATIONS, State

DAYS = 28
_SEED = 20_260_102
_DAY = 86_400
_READING = 0.3
_RESUMED = 0.1
_READS = (1, 9)
_WITHIN = 3600


@dataclass
class Weeks:
    """What four weeks came to. `resumed` conversations had read something; `forgotten` are those of them that had not
    expired and yet were told of nothing. `unannounced` are reads whose conversation was gone by then."""

    started: int = 0
    most_on_disk: int = 0
    resumed: int = 0
    forgotten: int = 0
    reads: int = 0
    unannounced: int = 0


def simulated(a_day: int) -> Weeks:
    """Four weeks in which so many conversations start on a day."""
    # Nothing here has to outlive a power cut.
    with tempfile.TemporaryDirectory() as folder, mock.patch("os.fsync"):
        state = State.opened(folder, Deadline(3600, 3600), create=True)
        if state is None:
            raise FileNotFoundError(folder)
        host = _Host(state, Path(folder) / CONVERSATIONS)
        for at, happens, number in _events(a_day):
            host.now = NOW + at
            happens(host, ConversationKey("codex", f"root-{number}"))
        state.close()
    return host.weeks


class _Host:
    """What a host has happen, each at `now`."""

    def __init__(self, state: State, documents: Path) -> None:
        self.now = NOW
        self.weeks = Weeks()
        self._state = state
        self._documents = documents
        self._ledger = Ledger(state, lambda: self.now)
        self._chance = random.Random(_SEED)  # noqa: S311 - a model, no secret

    def start(self, key: ConversationKey) -> None:
        self.weeks.started += 1
        self._open(key)
        self.weeks.most_on_disk = max(self.weeks.most_on_disk, len(list(self._documents.iterdir())))

    def resume(self, key: ConversationKey) -> None:
        self.weeks.resumed += 1
        self.weeks.forgotten += not self._ledger.list_for_child(StartedChild(key))
        self._open(key)

    def read(self, key: ConversationKey) -> None:
        self.weeks.reads += 1
        conversation = load(self._state, key.hashed())
        if conversation is None:
            self.weeks.unannounced += 1
            return
        conversation.record(self._chance.choice(practices(ENGLISH)).read(), self.now)
        store(self._state, key.hashed(), conversation)
        self._written(key)

    def _open(self, key: ConversationKey) -> None:
        self._ledger.open_root(OpenedRoot(key, "thread"))
        self._written(key)

    def _written(self, key: ConversationKey) -> None:
        os.utime(self._documents / f"{key.hashed()}.json", (self.now, self.now))


_Event = tuple[int, Callable[[_Host, ConversationKey], None], int]


def _events(a_day: int) -> list[_Event]:
    """Seconds since the first day, what happens, and to which conversation; in order of time."""
    chance = random.Random(_SEED)  # noqa: S311
    events: list[_Event] = []
    for number in range(a_day * DAYS):
        start = chance.randrange(DAYS * _DAY)
        events.append((start, _Host.start, number))
        if chance.random() < _READING:
            reads = range(chance.randint(*_READS))
            events.extend((start + chance.randrange(1, _WITHIN), _Host.read, number) for _ in reads)
            if chance.random() < _RESUMED / _READING:
                events.append((start + chance.randrange(_DAY, 13 * _DAY), _Host.resume, number))
    return sorted(events, key=lambda event: event[0])
