"""The list of the pages that are made from code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import folders
from pages.evidence_page import PAGE, evidence_page
from pages.json_page import json_page
from pages.man_page import man_page
from pages.reference_page import reference_page
from practice_ledger.commands.parser import SUMMARY, VERBS, build_parser


def made_pages() -> Iterator[tuple[Path, str]]:
    """Each made page: its place, and its text as the code of now would have it."""
    parser = build_parser()
    yield folders.DOCS / "commands.md", reference_page(parser)
    yield folders.DOCS / "practice-ledger.1", man_page(parser, SUMMARY)
    yield folders.DOCS / "json.md", json_page(VERBS)
    yield PAGE, evidence_page()
