"""Text for people: colour and the terminal's width on a terminal, plain whole lines anywhere else."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_STYLES = Theme({"ok": "green", "warning": "yellow", "failure": "bold red", "dim": "dim", "strong": "bold"})
_UNLIMITED = 100_000  # columns: what is piped is never wrapped or cut


class Page:
    """Collects what a command writes. Values are plain text and never markup; text of Packs must have gone through
    `hint.quoted_text` before, since a terminal obeys what it is sent."""

    def __init__(self, *, terminal: bool | None = None) -> None:
        # None is a standard output that the caller closed.
        self._terminal = sys.stdout is not None and sys.stdout.isatty() if terminal is None else terminal
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "") in ("", "dumb")
        self._text = io.StringIO()
        self._console = Console(
            file=self._text,
            theme=_STYLES,
            force_terminal=self._terminal,
            force_interactive=False,
            width=None if self._terminal else _UNLIMITED,
            color_system="auto" if self._terminal and not plain else None,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
        )

    def line(self, text: str, style: str = "", indent: int = 0) -> None:
        """One line; on a terminal it wraps at words, and what follows stands under its beginning."""
        self._console.print(Padding(Text(text, style=style), (0, 0, 0, indent)) if indent else Text(text, style=style))

    def verbatim(self, text: str) -> None:
        """Text that must stay as it is, to the byte and however wide."""
        self._console.print(Text(text), soft_wrap=True)

    def blank(self) -> None:
        self._console.print()

    def heading(self, text: str) -> None:
        self._console.print(Text(text, style="strong"))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], styles: Sequence[str] = ()) -> None:
        """Rows under headings. `styles` are those of the rows, if they differ."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="strong")
        for number, column in enumerate(columns):
            table.add_column(column, overflow="fold", no_wrap=number == 0)
        for number, row in enumerate(rows):
            table.add_row(*map(Text, row), style=styles[number] if number < len(styles) else None)
        self._console.print(table)

    def fields(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Names and values, the values in one column."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        table.add_column()
        table.add_column(overflow="fold")
        for name, value in pairs:
            table.add_row(Text(name), Text(value))
        self._console.print(table)

    def text(self) -> str:
        """All that was written, without blanks at the ends of lines."""
        return "".join(f"{line.rstrip(' ')}\n" for line in self._text.getvalue().splitlines())
