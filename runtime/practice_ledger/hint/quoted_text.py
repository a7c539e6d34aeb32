"""Text of Packs as quoted data that cannot leave its quotes, its line or its meaning. [R18, R20]"""

from __future__ import annotations

# Default_Ignorable_Code_Point of Unicode that are not already of a dropped category: letters and marks that show
# nothing. The tests hold this against a Unicode library.
_INVISIBLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180D),
    (0x180F, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)
# Control, format, surrogate, private use, unassigned; line and paragraph separators.
_DROPPED_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_ESCAPED = str.maketrans({'"': '\\"', "\\": "\\\\", "<": "\\u003c", ">": "\\u003e", "`": "\\u0060"})


def visible(text: str) -> str:
    """`text` without any character that shows nothing or steers a terminal, a reader or a line."""
    if text.isascii():
        return "".join(character for character in text if " " <= character <= "~")
    from unicodedata import category

    return "".join(
        character
        for character in text
        if category(character) not in _DROPPED_CATEGORIES
        and not any(first <= ord(character) <= last for first, last in _INVISIBLE)
    )


def quoted(text: str) -> str:
    """A JSON string of what is visible in `text`, with `<`, `>` and backtick escaped. Non-ASCII letters stay."""
    return f'"{visible(text).translate(_ESCAPED)}"'


def cut(text: str, limit: int) -> tuple[str, bool]:
    """At most `limit` UTF-8 bytes of `text`, cut between characters, and whether anything was cut."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text, False
    return data[:limit].decode("utf-8", "ignore"), True
