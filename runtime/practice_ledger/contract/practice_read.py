"""What one proven read says about one Practice."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class PracticeRead:
    """One Practice as one successful `lore get` gave it. Text is as the Pack wrote it: untrusted data.

    `source_packs` is de-duplicated and sorted here; nothing else is changed or cut. [R6]
    """

    __slots__ = ("applies_when", "content_digest", "practice_id", "source_packs", "title")

    def __init__(
        self, practice_id: str, content_digest: str, title: str, applies_when: str | None, source_packs: Sequence[str]
    ) -> None:
        self.practice_id = practice_id
        self.content_digest = content_digest
        self.title = title
        self.applies_when = applies_when
        self.source_packs = tuple(sorted(set(source_packs)))
