"""What a hint's bytes are spent on, and how much of what is held it tells."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bench.calibration.sessions import Session
from practice_ledger.hint.rendering import render

_ITEM = re.compile(r'^- id "([^"]*)", title "((?:[^"\\]|\\.)*)"')
_TEXT = re.compile(r', applies when "((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Spent:
    """Over all hints of some sessions. Shares are of bytes, but for those of items."""

    hints: int
    median_bytes: float
    largest_bytes: int
    items: float  # a hint, in the mean
    named: float  # of the candidates that were held
    with_text: float  # of the items that were named
    ids: float
    titles: float
    texts: float
    preamble: float
    differing: float  # of the pairs of hints that followed each other in one session


def spent(sessions: Sequence[Session]) -> Spent:
    """Renders every hint of these sessions under the bounds as they are now."""
    told = [[render(held) for held in session.children] for session in sessions]
    hints = [hint for session in told for hint in session]
    lines = [line for hint in hints for line in hint.splitlines() if line.startswith("- id ")]
    texts = [found[1] for line in lines if (found := _TEXT.search(line))]
    sizes = [_bytes(hint) for hint in hints]
    pairs = [pair for session in told for pair in pairwise(session)]
    return Spent(
        hints=len(hints),
        median_bytes=statistics.median(sizes),
        largest_bytes=max(sizes),
        items=len(lines) / len(hints),
        named=len(lines) / sum(len(held) for session in sessions for held in session.children),
        with_text=len(texts) / len(lines),
        ids=sum(_bytes(_field(line, 1)) for line in lines) / sum(sizes),
        titles=sum(_bytes(_field(line, 2)) for line in lines) / sum(sizes),
        texts=sum(map(_bytes, texts)) / sum(sizes),
        preamble=1 - sum(map(_bytes, lines)) / sum(sizes),
        differing=sum(one != other for one, other in pairs) / len(pairs),
    )


def _bytes(text: str) -> int:
    return len(text.encode())


def _field(line: str, number: int) -> str:
    found = _ITEM.match(line)
    if found is None:
        raise ValueError(line)
    return found[number]
