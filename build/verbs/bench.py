"""`python3 build bench`"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import child
import folders
import python_environment
from assembling import assembled_marketplace
from problem import CHECK_FAILED

SUMMARY = "measure what the hooks cost, and hold it against the bars"
DESCRIPTION = (
    "Measures the hooks of the assembled plugin as ratios to an empty hook and to an empty Python in one run of some "
    "minutes, prints the tables, and puts them and a plot into docs/performance.md. With --quick it takes about half a "
    "minute, leaves out a real Codex and the obvious alternative, and writes nothing. With --calibrate it measures no "
    "time: it works out what the bounds come to, into docs/decisions/0006-calibration.md. Status 1: a bar was missed."
)
USAGE = "python3 build bench [--quick | --calibrate]"
TAKES_MORE = True


def run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 build bench", usage=USAGE, add_help=False, allow_abbrev=False)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--quick", action="store_true")
    either.add_argument("--calibrate", action="store_true")
    parser.parse_args(arguments)
    marketplace = assembled_marketplace()
    status = child.shown([python_environment.python(), folders.BUILD / "bench", marketplace, *arguments])
    return CHECK_FAILED if status else 0
