"""What a terminal is given is pleasant, and cannot steer it. [R23]"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from practice_ledger.reading.terminal_text import for_this_terminal, harmless, laid_out


@given(st.text())
def test_no_control_or_steering_character_is_left(text: str) -> None:
    left = {character for character in harmless(text) if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")}
    assert left <= set("\n\t\u200c\u200d")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("\x9b2J", "\\x9b2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\r\nb\rc", "a\nb\\rc"),
        ("tab\tand caf\u00e9 \u4e2d\u3000\u6587 \U0001f469\u200d\U0001f4bb", None),
    ],
)
def test_what_could_steer_is_written_out_and_the_rest_stays(text: str, shown: str | None) -> None:
    assert harmless(text) == (text if shown is None else shown)


def test_long_lines_are_wrapped_under_their_beginning() -> None:
    words = "word " * 12
    assert laid_out(f"- {words}\n> {words}\n{words}", 30, bold=False).split("\n") == [
        "- word word word word word",
        "  word word word word word",
        "  word word",
        "> word word word word word",
        "> word word word word word",
        "> word word",
        "word word word word word word",
        "word word word word word word",
    ]


@pytest.mark.parametrize("line", ["    code " * 9, "\tcode " * 9, "| cell " * 9, "x" * 90])
def test_code_tables_and_long_words_are_left_as_they_are(line: str) -> None:
    assert laid_out(line, 30, bold=True) == line


def test_fenced_code_is_left_as_it_is_and_ends() -> None:
    code = "```sh\n# no heading " + "x " * 40 + "\n~~~\n```"
    assert laid_out(f"{code}\n# Heading", 30, bold=True) == f"{code}\n\x1b[1mHeading\x1b[0m"


def test_headings_are_bold_where_that_can_be_shown() -> None:
    assert laid_out("## A heading\ntext", 80, bold=True) == "\x1b[1mA heading\x1b[0m\ntext"
    assert laid_out("## A heading\ntext", 80, bold=False) == "## A heading\ntext"


@pytest.mark.parametrize(
    ("variables", "bold"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({}, False),
    ],
)
def test_no_color_and_dumb_terminals_get_no_escape_codes(
    variables: dict[str, str], bold: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b" in for_this_terminal("# A heading\n")) == bold


def test_the_width_of_the_terminal_counts_up_to_a_readable_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, longest in (("40", 40), ("400", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        assert max(map(len, for_this_terminal("word " * 200).split("\n"))) in range(longest - 5, longest + 1)
