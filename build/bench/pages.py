"""Puts what was measured into pages, between two markers, and leaves the rest of a page as it is."""

from __future__ import annotations

import re
from pathlib import Path


def put(page: Path, name: str, text: str) -> bool:
    """Replaces what stands between the markers `name` in `page`; False if the page has no such markers."""
    before = page.read_text(encoding="utf-8")
    found = _between(name).search(before)
    if found is None:
        return False
    page.write_text(f"{before[: found.start(1)]}\n\n{text.strip()}\n\n{before[found.end(1) :]}", encoding="utf-8")
    return True


def taken(page: Path, name: str) -> str | None:
    """What stands between the markers `name`; None if there are none."""
    found = _between(name).search(page.read_text(encoding="utf-8"))
    return None if found is None else found[1].strip()


def translated(page: Path, name: str, table: str) -> str:
    """`table` with the heading and the first cells of the table that stands between the markers `name` in `page`."""
    there = (taken(page, name) or "").splitlines()
    rows = table.strip().splitlines()
    firsts = [line.split("|")[1] for line in there[2:]]
    if len(there) != len(rows):
        raise ValueError(f"{page.name} shows {len(there)} lines and not {len(rows)}: translate its table again")
    return "\n".join(
        [*there[:2], *(f"|{first}|{row.split('|', 2)[2]}" for first, row in zip(firsts, rows[2:], strict=True))]
    )


def _between(name: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- {name}: begin[^>]*-->(.*?)<!-- {name}: end -->", re.DOTALL)
