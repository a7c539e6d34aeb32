"""What CHANGELOG.md says of one version."""

from __future__ import annotations

import re
from pathlib import Path

import folders
from problem import CHECK_FAILED, Problem

UNRELEASED = "Unreleased"


def section(version: str, tree: Path = folders.TREE) -> str:
    """What stands under the heading of `version`, or under "Unreleased" without one. Raises `Problem` without both."""
    page = tree / "CHANGELOG.md"
    text = page.read_text(encoding="utf-8")
    for title in (version, UNRELEASED):
        found = re.search(rf"^## {re.escape(title)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        if found:
            return found[1]
    raise Problem(
        CHECK_FAILED,
        what=f"the changelog says nothing of version {version}",
        where=str(page),
        next_step=f'write a section "## {version}", or "## {UNRELEASED}" before it is released',
    )
