"""What is remembered of one read Practice, and what recording it came to. [R6, R8]"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# What recording one read came to (R8). A stale write is refused before it gets here: reason `stale`.
ADDED = "added"
REPEATED = "repeated"
REPLACED = "replaced"
REJECTED = "rejected"
RESULTS = (ADDED, REPEATED, REPLACED, REJECTED)


class Candidate:
    """A Practice that the root agent provably fetched, and nothing else of that read. [R1, R6]

    Times are Unix seconds and serve expiry only; `sequence` is the order of commits within the conversation.
    `applies_when_omitted` marks a text that was too long to keep.
    """

    __slots__ = (
        "applies_when",
        "applies_when_omitted",
        "content_digest",
        "first_recorded_at",
        "last_recorded_at",
        "practice_id",
        "sequence",
        "source_packs",
        "title",
    )

    def __init__(
        self,
        *,
        practice_id: str,
        content_digest: str,
        title: str,
        applies_when: str | None,
        applies_when_omitted: bool,
        source_packs: Sequence[str],
        first_recorded_at: int,
        last_recorded_at: int,
        sequence: int,
    ) -> None:
        self.practice_id = practice_id
        self.content_digest = content_digest
        self.title = title
        self.applies_when = applies_when
        self.applies_when_omitted = applies_when_omitted
        self.source_packs = tuple(source_packs)
        self.first_recorded_at = first_recorded_at
        self.last_recorded_at = last_recorded_at
        self.sequence = sequence

    def fields(self) -> dict[str, object]:
        """All fields by name, as JSON values, in a fixed order."""
        return {name: _plain(getattr(self, name)) for name in self.__slots__}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
