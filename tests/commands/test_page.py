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
    page.table(("A",), [(LONG,)])
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in page.text().splitlines()) <= 80


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not any(code in written(terminal=True) for code in ("\x1b[31m", "\x1b[1;31m", "\x1b[33m", "\x1b[32m"))


def test_values_are_never_taken_for_markup() -> None:
    assert "[red]x[/red]" in written(terminal=False)
    assert "[red]x[/red]" in written(terminal=True)


def test_verbatim_text_stays_as_it_is_on_a_terminal() -> None:
    page = Page(terminal=True)
    page.verbatim(LONG + "[b]end")
    assert page.text() == f"{LONG}[b]end\n"
