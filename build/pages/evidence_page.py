"""docs/evidence.md: its two tables between their markers; the rest of the page is written by hand."""

from __future__ import annotations

import re

import folders
from evidence import result
from evidence.page import facts_table, verdicts_table

PAGE = folders.DOCS / "evidence.md"


def evidence_page() -> str:
    """The page as the facts and the stored verdicts of now would have it."""
    text = PAGE.read_text(encoding="utf-8")
    for name, made in (("facts", facts_table()), ("verdicts", verdicts_table(result.load()))):
        between = re.compile(rf"(<!-- {name}: begin[^>]*-->\n\n).*?(\n\n<!-- {name}: end -->)", re.DOTALL)
        text, found = between.subn(lambda marks, made=made: f"{marks[1]}{made}{marks[2]}", text)  # type: ignore[misc]
        if found != 1:
            raise ValueError(f"{PAGE.name} has no place for {name}")
    return text


def write() -> None:
    """Brings the page up to date."""
    PAGE.write_text(evidence_page(), encoding="utf-8")
