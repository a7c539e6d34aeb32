"""`practice-ledger completion`"""

from __future__ import annotations

from typing import TYPE_CHECKING

import shtab

from practice_ledger.commands.result import Result

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page

SUMMARY = "print a completion script for your shell"
DESCRIPTION = (
    "Prints a script that lets the shell complete commands and options. It is made from the program's own parser."
)
EPILOG = """\
bash:
  mkdir -p ~/.local/share/bash-completion/completions
  practice-ledger completion bash > ~/.local/share/bash-completion/completions/practice-ledger
zsh, if ~/.zfunc is a folder of your fpath:
  practice-ledger completion zsh > ~/.zfunc/_practice-ledger
"""
JSON = False
_SHELLS = ("bash", "zsh")


class Script(Result):
    script: str

    def show(self, page: Page) -> None:
        page.verbatim(self.script)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=_SHELLS, help="which shell")


def run(arguments: Namespace) -> Script:
    from practice_ledger.commands.parser import build_parser

    return Script(script=shtab.complete(build_parser(brief=True), shell=arguments.shell))
