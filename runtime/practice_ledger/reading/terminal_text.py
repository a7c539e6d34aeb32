"""Markdown made pleasant and harmless for a terminal. Only a person waits for these imports. [R23]"""

from __future__ import annotations

import os
import re
import shutil
import textwrap
import unicodedata

_WIDEST = 100  # longer lines are hard to read

# What a text may steer a terminal or a reader with: controls, formats, surrogates, line and paragraph separators.
_STEERING = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_KEPT = "\n\t\u200c\u200d"  # and what letters and emoji are joined with

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"

_HEADING = re.compile(r"#{1,6} +")
_LIST_ITEM = re.compile(r"[ ]*(?:[-*+]|\d{1,9}[.)]) +")
_QUOTE = re.compile(r"[ ]*> ?")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_AS_IT_IS = re.compile(r"(?: {4,}|\t)(?![ ]*[-*+\d])|[ ]*\|")


def for_this_terminal(text: str) -> str:
    """`text` for standard output, which is a terminal. NO_COLOR and a dumb terminal get no escape codes."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    bold = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") not in ("", "dumb")
    return laid_out(harmless(text), width, bold=bold)


def harmless(text: str) -> str:
    """`text` with every character that could steer a terminal written out, as `\\x1b` is. Line ends become LF."""
    plain = text.replace("\r\n", "\n")
    if plain.isascii() and plain.replace("\n", "").replace("\t", "").isprintable():
        return plain
    return "".join(map(_harmless, plain))


def laid_out(text: str, width: int, *, bold: bool) -> str:
    """Lines wrapped to `width` but for code and tables; headings bold, or as they were."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence and bold and (heading := _HEADING.match(line)):
            lines.append(f"{_BOLD}{line[heading.end() :]}{_PLAIN}")
            continue
        lines += [line] if fence or mark or _AS_IT_IS.match(line) else _wrapped(line, width)
    return "\n".join(lines)


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    hanging = ""
    if item := _LIST_ITEM.match(line):
        hanging = " " * item.end()
    elif quote := _QUOTE.match(line):
        hanging = quote[0]
    else:
        hanging = line[: len(line) - len(line.lstrip(" "))]
    return textwrap.wrap(
        line, max(width, len(hanging) + 20), subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
    ) or [""]


def _harmless(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in _STEERING:
        return character
    return character.encode("unicode_escape").decode("ascii")
