"""Text for people: colour and width on a terminal only."""

from __future__ import annotations

import re

import pytest

from practice_ledger.commands.page import Page

LONG = "word " * 100


@pytest.fixture(autouse=True)
def a_terminal_of_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")


def written(*, terminal: bool) -> str:
    page = Page(terminal=terminal)
    page.heading("heading")
    page.line(LONG, "failure")
    page.table(("A", "B"), [("[red]x[/red]", LONG), (":smile:", "y")], ("warning", "ok"))
    page.fields([("name", LONG)])
    return page.text()


def test_what_is_piped_is_plain_and_neither_wrapped_nor_cut() -> None:
    lines = written(terminal=False).splitlines()
    assert lines == [
        "heading",
        LONG.rstrip(),
        "A             B",
        f"[red]x[/red]  {LONG}".rstrip(),
        ":smile:       y",
        f"name  {LONG}".rstrip(),
    ]


def test_a_terminal_gets_colour_and_lines_of_its_width() -> None:
    text = written(terminal=True)
    assert "\x1b[1;31m" in text
    page = Page(terminal=True)
    page.table(("A", "B"), [("a", LONG)])
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in page.text().splitlines()) <= 80


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "")])
def test_a_terminal_that_is_to_stay_plain_gets_no_escape_code(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert "\x1b" not in written(terminal=True)


def test_the_first_column_is_whole_however_narrow_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    page = Page(terminal=True)
    page.table(("SETTING", "WHAT"), [("bounds.candidates_bytes_per_root", LONG)])
    assert "bounds.candidates_bytes_per_root" in page.text()


def test_values_are_never_taken_for_markup() -> None:
    assert "[red]x[/red]" in written(terminal=False)
    assert "[red]x[/red]" in written(terminal=True)


def test_verbatim_text_stays_as_it_is_on_a_terminal() -> None:
    page = Page(terminal=True)
    page.verbatim(LONG + "[b]end")
    assert page.text() == f"{LONG}[b]end\n"
