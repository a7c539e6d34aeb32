"""Simulated sessions: what is evicted, and what hints hold.

The model, which no recording backs: of 100 sessions 40 read one to three Practices, 40 three to twelve, 15 ten to
thirty, and 5 a whole Pack and a few more. What is read is drawn by Zipf's law (the nth most read is read 1/n as often
as the first), a whole Pack in its order. After each read a child starts with a chance of one in four, and one more at
the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.calibration.sizes import NOW
from bench.practices import Practice
from practice_ledger.contract.candidate import Candidate
from practice_ledger.ledger.document import new_conversation

SESSIONS = 400
_SEED = 20_260_101
_KINDS = ((40, 1, 3), (40, 3, 12), (15, 10, 30), (5, 34, 34))
_WHOLE_PACK = 34
_CHILD_CHANCE = 0.25


@dataclass
class Session:
    """`children` has what was held when each child started, the most recent first. `read` are the different Practices
    that were read, `held` those still held at the end, by id."""

    children: list[Sequence[Candidate]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)


def simulated(catalogue: Sequence[Practice]) -> list[Session]:
    """Sessions over one catalogue, under the bounds as they are now: the rules are the ledger's and the hint's own."""
    chance = random.Random(_SEED)  # noqa: S311 - a model, no secret
    return [_session(chance, catalogue) for _ in range(SESSIONS)]


def _session(chance: random.Random, catalogue: Sequence[Practice]) -> Session:
    session, conversation = Session(), new_conversation(NOW)
    conversation.bind("codex", "thread", NOW)
    for number, practice in enumerate(_reads(chance, catalogue)):
        conversation.record(practice.read(), NOW + number)
        session.read.add(practice.practice_id)
        if chance.random() < _CHILD_CHANCE:
            session.children.append(conversation.candidates[::-1])
    session.children.append(conversation.candidates[::-1])
    session.held = {candidate.practice_id for candidate in conversation.candidates}
    return session


def _reads(chance: random.Random, catalogue: Sequence[Practice]) -> Iterator[Practice]:
    ((_, least, most),) = chance.choices(_KINDS, [share for share, _, _ in _KINDS])
    if least == _WHOLE_PACK:
        yield from catalogue[:_WHOLE_PACK]
        yield from chance.sample(catalogue, k=min(8, len(catalogue)))  # what the Pack led to
    else:
        weights = [1 / rank for rank in range(1, len(catalogue) + 1)]
        yield from chance.choices(_by_popularity(catalogue), weights, k=chance.randint(least, most))


def _by_popularity(catalogue: Sequence[Practice]) -> list[Practice]:
    """The most read first, the same in all sessions."""
    return random.Random(_SEED).sample(list(catalogue), len(catalogue))  # noqa: S311
