"""Text of Packs cannot leave its quotes, its line or its meaning. [R18, R20]"""

from __future__ import annotations

import json
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from practice_ledger.hint.quoted_text import cut, quoted, visible

# By a Unicode library of its own: what may not be shown. The blanks are four that Unicode calls something else.
DROPPED = regex.compile(r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\U00016fe4\U0001d159]")


def test_every_character_of_unicode_is_kept_or_dropped_as_its_properties_say() -> None:
    everything = [chr(code) for code in range(0x110000) if chr(code) != "A"]
    shown = visible("".join(f"A{one}" for one in everything) + "A").split("A")[1:-1]
    wrong = []
    for one, found in zip(everything, shown, strict=True):
        # The library knows a newer Unicode than Python does: what Python does not know yet is dropped as unassigned.
        gone = DROPPED.match(one) or unicodedata.category(one) == "Cn"
        expected = "" if gone else " " if unicodedata.category(one) == "Zs" else one
        if found != expected:
            wrong.append(hex(ord(one)))
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  a \u00a0\u3000 b\u2003", "a b"),
        ("e\u0301\u0302\u0303\u0304\u0305x", "e\u0301\u0302\u0303x"),
        ("\u0301\u0302a", "a"),
        ("a \u0301b", "a b"),
        ("\u0e17\u0e35\u0e48", "\u0e17\u0e35\u0e48"),
        ("\u0928\u0940\u0924\u093f", "\u0928\u0940\u0924\u093f"),
    ],
)
def test_blanks_and_marks_cannot_hide_a_message_or_flood_the_lines_around(text: str, expected: str) -> None:
    assert visible(text) == expected


@given(st.text())
def test_a_quoted_text_is_one_json_string_of_what_is_visible(text: str) -> None:
    assert json.loads(quoted(text)) == visible(text)


@given(st.text(alphabet='"\\<>`\n\r\t\x00\x1b\x7f\u2028\u2029\u202e\ufeff\U000e0041ab{}'))
def test_a_quoted_text_holds_nothing_that_ends_it_or_its_line(text: str) -> None:
    inner = quoted(text)[1:-1]
    assert not set(inner) & set("<>`\n\r\t\x00\x1b\x7f\u2028\u2029\u202e\ufeff\U000e0041")
    assert '"' not in inner.replace("\\\\", "").replace('\\"', "")


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("abc", 3, ("abc", False)),
        ("abcd", 3, ("abc", True)),
        ("\u00e9\u00e9", 3, ("\u00e9", True)),
        ("\U0001f600x", 3, ("", True)),
        ("", 0, ("", False)),
    ],
)
def test_a_text_is_cut_between_characters(text: str, limit: int, expected: tuple[str, bool]) -> None:
    assert cut(text, limit) == expected
