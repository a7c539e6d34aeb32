"""What a candidate may be, and how many a conversation may hold. [R8, R11]"""

from __future__ import annotations

from practice_ledger import bounds, strict_json
from practice_ledger.contract.candidate import Candidate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from practice_ledger.contract.practice_read import PracticeRead


def candidate_of(read: PracticeRead, now: int, sequence: int) -> Candidate | None:
    """The candidate of a read, without its `applies_when` if that is too long, None if it is over budget even so."""
    return _fitted(
        Candidate(
            practice_id=read.practice_id,
            content_digest=read.content_digest,
            title=read.title,
            applies_when=read.applies_when,
            applies_when_omitted=False,
            source_packs=read.source_packs,
            first_recorded_at=now,
            last_recorded_at=now,
            sequence=sequence,
        )
    )


def newest_within(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without those read longest ago, until the rest is within the bounds of one conversation. Newest last."""
    kept = list(candidates[-bounds.CANDIDATES_PER_ROOT :])
    sizes = [_size(candidate) for candidate in kept]
    while sum(sizes) > bounds.CANDIDATES_BYTES_PER_ROOT:
        del kept[0], sizes[0]
    return kept


def within_lowered(candidates: Sequence[Candidate]) -> list[Candidate]:
    """What is left of candidates that were stored under higher bounds than those in force."""
    if not bounds.lowered:
        return list(candidates)
    return newest_within([fitted for held in candidates if (fitted := _fitted(held))])


def _fitted(candidate: Candidate) -> Candidate | None:
    """The candidate within its own bounds; None if there is no way."""
    text = candidate.applies_when
    if text is not None and (
        len(text.encode()) > bounds.APPLIES_WHEN_BYTES or _size(candidate) > bounds.CANDIDATE_BYTES
    ):
        candidate = _without_applies_when(candidate)
    within = (
        len(candidate.title.encode()) <= bounds.TITLE_BYTES
        and len(candidate.practice_id) <= bounds.PRACTICE_ID_BYTES
        and len(candidate.source_packs) <= bounds.SOURCE_PACKS
        and all(len(pack) <= bounds.PACK_NAME_BYTES for pack in candidate.source_packs)
        and _size(candidate) <= bounds.CANDIDATE_BYTES
    )
    return candidate if within else None


def _without_applies_when(candidate: Candidate) -> Candidate:
    fields: dict[str, Any] = candidate.fields()
    return Candidate(**{**fields, "applies_when": None, "applies_when_omitted": True})


def _size(candidate: Candidate) -> int:
    """Bytes of a candidate as it is stored."""
    return len(strict_json.dump(candidate.fields()))
