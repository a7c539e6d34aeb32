"""The bounds are the numbers that were promised: a changed bound is a changed promise. [R11, R12, R19, R20]"""

from __future__ import annotations

from practice_ledger import bounds

PROMISED = {
    # R11
    "CANDIDATES_PER_ROOT": 32,
    "CANDIDATES_BYTES_PER_ROOT": 65_536,
    "CANDIDATE_BYTES": 4_096,
    "TITLE_BYTES": 256,
    "APPLIES_WHEN_BYTES": 1_024,
    "SOURCE_PACKS": 16,
    "PRACTICE_ID_BYTES": 128,
    "PACK_NAME_BYTES": 64,
    "PENDING_CALLS": 64,
    "ROOTS": 512,
    "ROOT_LIFETIME": 14 * 86_400,
    # R12
    "LOCK_SECONDS": 2.0,
    "HOOK_SECONDS": 3.0,
    "SESSION_END_SECONDS": 1.0,
    # R19, R20
    "HINT_ITEMS": 8,
    "HINT_BYTES": 3_072,
    "HINT_APPLIES_WHEN_BYTES": 240,
    "HINT_DIGEST_DIGITS": 12,
}


def test_each_bound_is_the_number_that_was_promised() -> None:
    assert {name: getattr(bounds, name) for name in PROMISED} == PROMISED
