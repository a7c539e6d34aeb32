"""`python3 build docs`"""

from __future__ import annotations

import os
from collections.abc import Sequence

import child
import folders
import python_environment
from assembling import assembled_marketplace

SUMMARY = "write the pages of docs/ that are made from code"
DESCRIPTION = (
    "Writes the pages of docs/ that are made from code (the reference, the man page, the JSON page), and what "
    "the READMEs show of terminals, for which it plays a conversation in a real Codex."
)
USAGE = "python3 build docs"
TAKES_MORE = False


def run(arguments: Sequence[str]) -> int:
    assembled_marketplace()
    python = python_environment.python()
    paths = os.pathsep.join((str(folders.BUILD), str(folders.RUNTIME)))
    return child.shown([python, "-m", "pages"], extra={"PYTHONPATH": paths})
