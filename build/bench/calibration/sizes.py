"""How large Practices, candidates and items of a hint are, in each language."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from bench.practices import ENGLISH, LANGUAGES, Practice, practices
from practice_ledger import bounds, strict_json
from practice_ledger.contract.candidate import Candidate
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hint.rendering import render
from practice_ledger.ledger.conversation import Conversation
from practice_ledger.ledger.document import encode, new_conversation

NOW = 1_800_000_000
BYTES_PER_TOKEN = 4
"""The host's own estimate, by which it decides what goes into a file instead of a message."""


def tokens(size: int) -> int:
    """Tokens of so many bytes by that estimate."""
    return -(-size // BYTES_PER_TOKEN)


def conversation_of(reads: Sequence[PracticeRead]) -> Conversation:
    """A conversation that has read these one after another, a second apart."""
    conversation = new_conversation(NOW)
    conversation.bind("codex", "thread", NOW)
    for number, read in enumerate(reads):
        conversation.record(read, NOW + number)
    return conversation


def stored_bytes(candidate: Candidate) -> int:
    return len(strict_json.dump(candidate.fields()))


def item_bytes(practice: Practice, *, with_text: bool) -> int:
    """What one item takes in a hint, its line break included."""
    read = practice.read()
    if not with_text:
        read.applies_when = None
    (candidate,) = conversation_of([read]).candidates
    return len(render([candidate]).splitlines()[-1].encode()) + 1


def preamble_bytes() -> int:
    """What every hint says before its items, line breaks included."""
    (candidate,) = conversation_of([practices(ENGLISH)[0].read()]).candidates
    return sum(len(line.encode()) + 1 for line in render([candidate]).splitlines()[:-1])


def largest(character: str) -> Candidate:
    """A candidate at all of its own bounds at once, its texts of one character."""
    size = len(character.encode())
    read = PracticeRead(
        f"a.{'b' * (bounds.PRACTICE_ID_BYTES - 2)}",
        "0" * 64,
        character * (bounds.TITLE_BYTES // size),
        character * (bounds.APPLIES_WHEN_BYTES // size),
        [f"{number:0{bounds.PACK_NAME_BYTES}}" for number in range(bounds.SOURCE_PACKS)],
    )
    (candidate,) = conversation_of([read]).candidates
    return candidate


def full_document(language: str) -> int:
    """Bytes of the document of a conversation that has read a whole Pack."""
    return len(encode("0" * 64, conversation_of([one.read() for one in practices(language)])))


def table() -> list[tuple[str, ...]]:
    """One line for each thing measured: smallest, median and largest in English, then in Chinese."""
    measures: list[tuple[str, Callable[[Practice], int]]] = [
        ("id, bytes", lambda one: len(one.practice_id)),
        ("title, bytes", lambda one: len(one.title.encode())),
        ("`applies_when`, bytes", lambda one: len(one.applies_when.encode())),
        ("answer of `lore get --json`, bytes", lambda one: len(one.answer().encode())),
        ("candidate as stored, bytes", lambda one: stored_bytes(conversation_of([one.read()]).candidates[0])),
        ("item of a hint without `applies_when`, bytes", lambda one: item_bytes(one, with_text=False)),
        ("item of a hint with it, bytes", lambda one: item_bytes(one, with_text=True)),
        ("item of a hint with it, tokens", lambda one: tokens(item_bytes(one, with_text=True))),
    ]
    return [(name, *(_spread(measure, language) for language in LANGUAGES)) for name, measure in measures]


def _spread(measure: Callable[[Practice], int], language: str) -> str:
    found = [measure(practice) for practice in practices(language)]
    return f"{min(found):,} / {statistics.median(found):,.0f} / {max(found):,}"
