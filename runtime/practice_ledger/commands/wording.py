"""Times, sizes and numbers in words."""

from __future__ import annotations

import os
import re

_SPANS = ((24 * 3600, "d"), (3600, "h"), (60, "min"), (1, "s"))


def span(seconds: int) -> str:
    """A length of time in its largest whole unit: `3 d`, `5 h`, `12 min`, `0 s`."""
    for length, unit in _SPANS:
        if abs(seconds) >= length:
            return f"{abs(seconds) // length} {unit}"
    return "0 s"


def ago(seconds: int) -> str:
    """How long ago; a clock that was set back makes that the future."""
    return f"{span(seconds)} ago" if seconds >= 0 else f"in {span(seconds)}"


def ahead(seconds: int) -> str:
    """How far ahead, in the whole unit that is nearest."""
    unit = next((length for length, _ in _SPANS if abs(seconds) >= length), 1)
    return ago(-(seconds + unit // 2) if seconds >= unit else -seconds)


def size(count: int) -> str:
    """Bytes: `0 bytes`, `812 bytes`, `3.1 KiB`, `1.0 MiB`."""
    if count < 1024:
        return f"{count} byte{'' if count == 1 else 's'}"
    for unit in ("KiB", "MiB"):
        count_of_unit = count / 1024
        if count_of_unit < 1024 or unit == "MiB":
            return f"{count_of_unit:.1f} {unit}"
        count //= 1024
    raise AssertionError


def number(count: int, singular: str, plural: str | None = None) -> str:
    """`1 candidate`, `2 candidates`."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def place(path: str) -> str:
    """A path as a person writes it: with `~` for the home directory."""
    return places(path) if path.startswith("/") else path


def places(text: str) -> str:
    """A text with each path in it as a person writes it; one in quotes stays, as no shell would follow `~` there."""
    home = os.environ.get("HOME", "").rstrip("/")
    return re.sub(rf"(?<![^\s`(=]){re.escape(home)}(?=/|$|[\s'\"`);,])", "~", text) if home else text
