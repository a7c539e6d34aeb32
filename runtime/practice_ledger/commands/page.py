"""Text for people: colour and the terminal's width on a terminal, plain whole lines anywhere else."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from practice_ledger.reading.terminal_text import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_STYLES = Theme({"ok": "green", "warning": "yellow", "failure": "bold red", "dim": "dim", "strong": "bold"})
_LEAST = 40  # columns; a terminal that says that it has none has some
_UNLIMITED = 100_000  # columns: what is piped is never wrapped or cut


class Page:
    """Collects what a command writes. Values are plain text and never markup, and what a terminal would obey in them is
    written out, as `\\x1b` is."""

    def __init__(self, *, terminal: bool | None = None) -> None:
        # None is a standard output that the caller closed.
        self._terminal = sys.stdout is not None and sys.stdout.isatty() if terminal is None else terminal
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb")
        self._done: list[str] = []
        self._text = io.StringIO()
        self._console = Console(
            file=self._text,
            theme=_STYLES,
            force_terminal=self._terminal,
            force_interactive=False,
            width=max(_LEAST, shutil.get_terminal_size().columns) if self._terminal else _UNLIMITED,
            color_system="auto" if self._terminal and not plain else None,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
        )

    def line(self, text: str, style: str = "", indent: int = 0) -> None:
        """One line; on a terminal it wraps at words, and what follows stands under its beginning."""
        self._console.print(Padding(_plain(text, style), (0, 0, 0, indent)) if indent else _plain(text, style))

    def verbatim(self, text: str) -> None:
        """Text whose lines stay as they are, however wide."""
        self._console.print(_plain(text), soft_wrap=True)

    def exact(self, text: str) -> None:
        """Text for a program that reads it, to the byte where it is piped."""
        self._done += [self._taken(), f"{harmless(text) if self._terminal else text}\n"]

    def blank(self) -> None:
        self._console.print()

    def heading(self, text: str) -> None:
        self._console.print(_plain(text, "strong"))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], styles: Sequence[str] = ()) -> None:
        """Rows under headings, the first column whole however narrow the terminal. `styles` are those of the rows, if
        they differ."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="strong")
        for number, column in enumerate(columns):
            table.add_column(column, overflow="fold", no_wrap=number == 0)
        for number, row in enumerate(rows):
            table.add_row(*map(_plain, row), style=styles[number] if number < len(styles) else None)
        self._console.print(table)

    def fields(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Names and values, the values in one column."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for name, value in pairs:
            table.add_row(_plain(name), _plain(value))
        self._console.print(table)

    def text(self) -> str:
        """All that was written."""
        return "".join([*self._done, self._taken()])

    def _taken(self) -> str:
        """What the console has, without blanks at the ends of lines."""
        lines = self._text.getvalue().splitlines()
        self._text.seek(0)
        self._text.truncate()
        return "".join(f"{line.rstrip(' ')}\n" for line in lines)


def _plain(text: str, style: str = "") -> Text:
    return Text(harmless(text), style=style)
