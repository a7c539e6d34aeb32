"""docs/practice-ledger.1: the same as the reference page, for `man`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pages.command_sections import CommandSection, command_sections, usage
from practice_ledger import __version__


def man_page(parser: argparse.ArgumentParser, summary: str) -> str:
    """The page in roff, of `man(7)`'s macros. `summary` is half a line."""
    lines = [
        f'.TH {parser.prog.upper()} 1 "" "{parser.prog} {__version__}" "User Commands"',
        ".SH NAME",
        f"{_text(parser.prog)} \\- {_text(summary)}",
        ".SH SYNOPSIS",
        _text(usage(parser)),
        ".SH DESCRIPTION",
        _text(parser.description or ""),
        ".SH COMMANDS",
    ]
    for section in command_sections(parser):
        lines += _section(section)
    lines += [".SH NOTES", *_verbatim(parser.epilog or "")]
    return "\n".join(lines) + "\n"


def _section(section: CommandSection) -> Iterator[str]:
    yield f".SS {_text(section.name)}"
    yield from _verbatim(section.usage)
    yield ".PP"
    yield _text(section.description)
    for invocation, meaning in section.arguments:
        yield from (".TP", f"\\fB{_text(invocation)}\\fR", _text(meaning))
    if section.epilog:
        yield ".PP"
        yield from _verbatim(section.epilog)


def _verbatim(text: str) -> Iterator[str]:
    yield from (".nf", *(_line(line) for line in text.strip().splitlines()), ".fi")


def _text(text: str) -> str:
    """Filled text; an empty line is a new paragraph."""
    return "\n".join(_line(line) if line else ".PP" for line in text.strip().splitlines())


def _line(line: str) -> str:
    """No character of it means anything to roff."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped
