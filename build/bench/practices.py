"""Practices as a Pack might hold them, 34 in each of two languages, in the sizes of a public Pack.

Titles, ids and `applies_when` are written out in `practice_texts/`. Nothing is kept of a body, only its size matters:
each is put together from the same paragraphs, in an order of its own.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lorelum_answers import line
from practice_ledger.contract.practice_read import PracticeRead

ENGLISH, CHINESE = "english", "chinese"
LANGUAGES = (ENGLISH, CHINESE)
_TEXTS = Path(__file__).with_name("practice_texts")
_SECTIONS = ("Why", "How", "Check")


@dataclass(frozen=True)
class Practice:
    practice_id: str
    title: str
    applies_when: str
    body: str

    @property
    def pack(self) -> str:
        return self.practice_id.partition(".")[0]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.body.encode()).hexdigest()

    def read(self) -> PracticeRead:
        """What one proven read says about it."""
        return PracticeRead(self.practice_id, self.digest, self.title, self.applies_when, [self.pack])

    def answer(self) -> str:
        """What `lore get <id> --json` prints of it."""
        return line(
            self.practice_id,
            title=self.title,
            applies_when=self.applies_when,
            body=self.body,
            digest=self.digest,
            packs=[self.pack],
        )


@cache
def practices(language: str) -> tuple[Practice, ...]:
    texts = json.loads((_TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    return tuple(
        Practice(held["id"], held["title"], held["applies_when"], _body(held["title"], texts["paragraphs"]))
        for held in texts["practices"]
    )


def _body(title: str, paragraphs: list[str]) -> str:
    """Of 21 paragraphs to all of them."""
    own = random.Random(title)  # noqa: S311 - only an order
    order = own.sample(paragraphs, own.randint(21, len(paragraphs)))
    size = -(-len(order) // len(_SECTIONS))
    parts = [
        f"## {section}\n\n" + "\n\n".join(order[number * size : (number + 1) * size])
        for number, section in enumerate(_SECTIONS)
    ]
    return f"# {title}\n\n" + "\n\n".join(parts) + "\n"
