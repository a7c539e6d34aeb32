"""What the parser says of each command, for the reference page and the man page alike."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from unittest.mock import patch

_WIDTH = 100


@dataclass(frozen=True)
class CommandSection:
    """One command. `arguments` are (how it is written, what it means); all texts are plain."""

    name: str
    summary: str
    usage: str
    description: str
    arguments: tuple[tuple[str, str], ...]
    epilog: str


def command_sections(parser: argparse.ArgumentParser) -> Iterator[CommandSection]:
    """The sections of all commands, in the order of the help."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    summaries = {action.dest: action.help or "" for action in commands._choices_actions}
    for name, command in commands.choices.items():
        yield CommandSection(
            name=name,
            summary=summaries[name],
            usage=usage(command),
            description=(command.description or "").strip(),
            arguments=tuple(_arguments(command)),
            epilog=(command.epilog or "").rstrip(),
        )


def usage(parser: argparse.ArgumentParser) -> str:
    """`practice-ledger list [-h] [--json]`, the same in a window of any width."""
    with patch.dict(os.environ, {"COLUMNS": str(_WIDTH)}):
        return parser.format_usage().removeprefix("usage: ").strip()


def _arguments(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    formatter = argparse.HelpFormatter(parser.prog, width=_WIDTH)
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction) and action.help != argparse.SUPPRESS:
            yield formatter._format_action_invocation(action), formatter._expand_help(action)
