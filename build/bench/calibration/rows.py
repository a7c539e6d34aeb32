"""The row of every bound of R11, R19 and R20: what was measured for it, and why it is where it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bench.calibration import sizes
from bench.calibration.hints import Spent
from bench.practices import CHINESE, ENGLISH, LANGUAGES, practices
from practice_ledger import bounds

HOST_LIMIT_TOKENS = 2_500
"""Above this, Codex puts a hook's message into a file."""


@dataclass(frozen=True)
class BoundRow:
    name: str
    measured: str
    why: str


def bound_rows(both: Spent) -> list[BoundRow]:
    """`both` are the hints of sessions that read from both Packs."""
    return [*_of_a_candidate(), *_of_a_conversation(), *_of_all_conversations(), *_of_the_hint(both)]


def _of_a_candidate() -> list[BoundRow]:
    held = [practice for language in LANGUAGES for practice in practices(language)]
    ids, titles = max(len(one.practice_id) for one in held), max(len(one.title.encode()) for one in held)
    texts, packs = max(len(one.applies_when.encode()) for one in held), max(len(one.pack) for one in held)
    stored = max(sizes.stored_bytes(sizes.conversation_of([one.read()]).candidates[0]) for one in held)
    ascii_only, chinese = (
        sizes.stored_bytes(sizes.largest(character)) for character in ("a", "\N{CJK UNIFIED IDEOGRAPH-4E2D}")
    )
    return [
        BoundRow("PRACTICE_ID_BYTES", f"longest {ids}", "a hint's item with the longest id still takes a tenth of it"),
        BoundRow(
            "TITLE_BYTES", f"longest {titles}", "four times what a public Pack has; a longer one refuses the read"
        ),
        BoundRow(
            "APPLIES_WHEN_BYTES", f"longest {texts}", "three times that; a longer one is left out whole, and marked"
        ),
        BoundRow("PACK_NAME_BYTES", f"longest {packs}", "three times that"),
        BoundRow("SOURCE_PACKS", "1 in all", "as many Packs with the same content are not to be expected"),
        BoundRow(
            "CANDIDATE_BYTES",
            f"largest {stored:,}; all other bounds reached at once: {ascii_only:,} in ASCII, {chinese:,} in Chinese",
            "room for what the other bounds allow, though a stored character that is not ASCII takes six bytes. Where"
            " letters take two (Cyrillic), `applies_when` is left out if all bounds are reached at once",
        ),
    ]


def _of_a_conversation() -> list[BoundRow]:
    english, chinese = sizes.full_document(ENGLISH), sizes.full_document(CHINESE)
    return [
        BoundRow(
            "CANDIDATES_PER_ROOT",
            "see the table of evictions",
            f"four times what a hint names, and about a public Pack; what is evicted would stand behind"
            f" {bounds.CANDIDATES_PER_ROOT - bounds.HINT_ITEMS} others that are not named either",
        ),
        BoundRow(
            "CANDIDATES_BYTES_PER_ROOT",
            f"a whole Pack: {english:,} in English, {chinese:,} in Chinese",
            "more than twice what a full ledger of real sizes takes; its time stands in docs/performance.md",
        ),
        BoundRow(
            "PENDING_CALLS",
            "a whole Pack in calls at once: 34",
            "twice what one conversation can remember; only calls that read Practices are kept",
        ),
    ]


def _of_all_conversations() -> list[BoundRow]:
    days = bounds.ROOT_LIFETIME // 86_400
    return [
        BoundRow("ROOT_LIFETIME", "not measurable here", "a task that is resumed after a holiday; see below"),
        BoundRow(
            "ROOTS",
            f"{bounds.ROOTS // days} starts a day before any is dropped early; see the table of weeks",
            "those without reads go first, so it takes many more until one with reads is lost",
        ),
        BoundRow(
            "ROOTS_DROPPED_AT_ONCE",
            "docs/performance.md: the start that makes room",
            "the mean start at the bound stays within a quarter of one beside a single conversation",
        ),
        BoundRow(
            "YOUNG_ROOTS",
            f"at {_STARTS_A_DAY} starts in {_HOURS} hours of a day, {_starts_meanwhile()} start within an hour at"
            " most, but for one hour in 1,000",
            "a conversation is not pushed out in its first hour, before it could read",
        ),
    ]


def _of_the_hint(both: Spent) -> list[BoundRow]:
    items = [sizes.item_bytes(one, with_text=False) for language in LANGUAGES for one in practices(language)]
    all_named = sizes.preamble_bytes() + bounds.HINT_ITEMS * max(items)
    cut = {
        language: sum(len(one.applies_when.encode()) > bounds.HINT_APPLIES_WHEN_BYTES for one in practices(language))
        for language in LANGUAGES
    }
    return [
        BoundRow(
            "HINT_ITEMS",
            f"{both.items:.1f} items a hint, {both.named:.0%} of what is held",
            "twice as many items would name more and say less of each; see the table of other bounds",
        ),
        BoundRow(
            "HINT_BYTES",
            f"median {both.median_bytes:,.0f}, largest {both.largest_bytes:,}, so"
            f" {sizes.tokens(both.largest_bytes)} tokens of the {HOST_LIMIT_TOKENS:,} that the host allows",
            f"{bounds.HINT_ITEMS} of the longest items without text take {all_named:,}; the rest is for what they apply"
            " to. 1,024 bytes hold two items",
        ),
        BoundRow(
            "HINT_APPLIES_WHEN_BYTES",
            f"cuts {cut[ENGLISH]} of 34 in English, {cut[CHINESE]} in Chinese",
            "see the table of other bounds: more for each leaves more of them without any",
        ),
        BoundRow(
            "HINT_DIGEST_DIGITS",
            f"{bounds.HINT_DIGEST_DIGITS * bounds.HINT_ITEMS} bytes of a full hint",
            f"another content has the same digits once in 2^{4 * bounds.HINT_DIGEST_DIGITS}",
        ),
    ]


_STARTS_A_DAY, _HOURS = 120, 10


def _starts_meanwhile() -> int:
    """The number that a Poisson process does not pass in one hour but for one hour in 1,000."""
    mean = _STARTS_A_DAY / _HOURS
    below, number = math.exp(-mean), 0
    term = below
    while below < 0.999:
        number += 1
        term *= mean / number
        below += term
    return number
