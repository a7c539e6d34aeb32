"""Texts that Packs may hold to mislead a model, a terminal or a reader, in several scripts. Kept as ASCII in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import regex

TEXTS: dict[str, str] = {
    entry["name"]: entry["text"] for entry in json.loads(Path(__file__).with_name("texts.json").read_text("ascii"))
}

# By a Unicode library of its own: what steers, hides, or shows nothing.
UNSHOWN = regex.compile(r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]")


def letters(text: str) -> list[str]:
    """The letters, ideographs and digits of a text that show something, in order."""
    found: list[str] = regex.findall(r"[[\p{L}\p{N}]--[\p{Default_Ignorable_Code_Point}\p{Cn}]]", text, regex.V1)
    return found
