"""`python3 build evidence`"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

import child
import folders
import python_environment
from assembling import assembled_marketplace
from problem import CHECK_FAILED, MACHINE_LACKS, Problem

SUMMARY = "see again, in real builds of Codex, what docs/evidence.md says of them"
DESCRIPTION = (
    "Installs builds of Codex from npm (the pinned ones, and the newest if it is another), plays all scenarios in each "
    "on a scripted model in both tool modes, compares what its hooks received with tests/fixtures/, judges each fact "
    "of docs/evidence.md, and shows what differs from what is stored. Without --keep nothing that differs is stored, "
    "and of a pinned build that came to the same only the day of its run. With --keep all is stored "
    "in tests/fixtures/, build/evidence/verdicts.json and that page. Takes about three minutes for each build. Status "
    "1: something differs from what was stored."
)
USAGE = "python3 build evidence [--keep] [VERSION ...]"
TAKES_MORE = True


def run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 build evidence", usage=USAGE, add_help=False, allow_abbrev=False)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("versions", nargs="*", type=_version)
    options = parser.parse_args(arguments)
    marketplace = assembled_marketplace()
    keep = ["--keep"] if options.keep else []
    command = [python_environment.python(), folders.BUILD / "evidence", marketplace, *keep, *options.versions]
    status = child.shown(command)
    if status == MACHINE_LACKS:
        raise Problem(
            MACHINE_LACKS,
            what="Codex could not be installed; npm's own words are above",
            where="npm and node on the PATH, and the package index that npm is configured for",
            next_step="install Node.js 20 or newer, see that npm reaches its index, and name versions that there are",
        )
    return CHECK_FAILED if status else 0


def _version(text: str) -> str:
    if not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?", text):
        raise argparse.ArgumentTypeError(f"not a version: {text}")
    return text
