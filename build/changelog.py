"""What CHANGELOG.md says of one version."""

from __future__ import annotations

import re
from pathlib import Path

import folders
from problem import CHECK_FAILED, Problem

UNRELEASED = "Unreleased"
_PAGE = "CHANGELOG.md"


def section(version: str, tree: Path = folders.TREE) -> str:
    """What stands under the heading of `version`, or under "Unreleased" without one. Raises `Problem` without both."""
    page = tree / _PAGE
    text = page.read_text(encoding="utf-8")
    for title in (version, UNRELEASED):
        found = _under(title, text)
        if found is not None:
            return found
    raise Problem(
        CHECK_FAILED,
        what=f"the changelog says nothing of version {version}",
        where=str(page),
        next_step=f'write a section "## {version}", or "## {UNRELEASED}" before it is released',
    )


def has_own_section(version: str, tree: Path) -> bool:
    """Whether there is a heading of `version` itself, as there is from its release on."""
    return _under(version, (tree / _PAGE).read_text(encoding="utf-8")) is not None


def _under(title: str, text: str) -> str | None:
    found = re.search(rf"^## {re.escape(title)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found and found[1]
