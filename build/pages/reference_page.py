"""docs/commands.md: every command, as its own help describes it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from pages.command_sections import CommandSection, command_sections


def reference_page(parser: argparse.ArgumentParser) -> str:
    """The page in Markdown."""
    sections = list(command_sections(parser))
    return "\n".join([*_head(parser, sections), *(line for section in sections for line in _section(section))])


def _head(parser: argparse.ArgumentParser, sections: list[CommandSection]) -> Iterator[str]:
    yield "# Commands\n\n<!-- Made from the program's parser by `python3 build docs`. -->\n"
    yield f"{(parser.description or '').strip()}\n"
    yield from ("| command | |", "|---|---|")
    for section in sections:
        yield f"| [`{section.name}`](#{section.name}) | {section.summary} |"
    yield f"\n```text\n{(parser.epilog or '').strip()}\n```\n"


def _section(section: CommandSection) -> Iterator[str]:
    yield f"## {section.name}\n\n```sh\n{section.usage}\n```\n"
    yield f"{section.description}\n"
    for invocation, meaning in section.arguments:
        yield f"- `{invocation}`: {meaning}"
    if section.arguments:
        yield ""
    if section.epilog:
        yield f"```text\n{section.epilog}\n```\n"
