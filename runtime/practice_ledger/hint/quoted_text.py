"""Text of Packs as quoted data that cannot leave its quotes, its line or its meaning. [R18, R20]"""

from __future__ import annotations

# Characters that show nothing though their category is that of letters, marks or symbols: the rest of Unicode's
# Default_Ignorable_Code_Point, which the tests hold against a Unicode library, and four blanks.
_INVISIBLE = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180D),
    (0x180F, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
    (0xE0100, 0xE01EF),
)
# Control, format, surrogate, private use, unassigned; line and paragraph separators.
_DROPPED_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_MARKS_ON_ONE_LETTER = 3  # what the scripts in use need; more of them spread over the lines above and below
_ESCAPED = str.maketrans({'"': '\\"', "\\": "\\\\", "<": "\\u003c", ">": "\\u003e", "`": "\\u0060"})


def visible(text: str) -> str:
    """`text` without any character that shows nothing or steers a terminal, a reader or a line.

    Blanks of any width become one space, and marks beyond a few on one letter, or on none, are dropped.
    """
    kept = [character for character in text if " " <= character <= "~"] if text.isascii() else _visible_characters(text)
    return " ".join(piece for piece in "".join(kept).split(" ") if piece)


def _visible_characters(text: str) -> list[str]:
    from unicodedata import category

    kept: list[str] = []
    marks_left = 0
    for character in text:
        kind = category(character)
        if kind in _DROPPED_CATEGORIES or any(first <= ord(character) <= last for first, last in _INVISIBLE):
            continue
        if kind.startswith("M"):
            marks_left -= 1
            if marks_left < 0:
                continue
        else:
            marks_left = 0 if kind == "Zs" else _MARKS_ON_ONE_LETTER
        kept.append(" " if kind == "Zs" else character)
    return kept


def quoted(text: str) -> str:
    """A JSON string of what is visible in `text`, with `<`, `>` and backtick escaped. Non-ASCII letters stay."""
    return f'"{visible(text).translate(_ESCAPED)}"'


def cut(text: str, limit: int) -> tuple[str, bool]:
    """At most `limit` UTF-8 bytes of `text`, cut between characters, and whether anything was cut."""
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text, False
    return data[:limit].decode("utf-8", "ignore"), True
