"""`python3 build soak`"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence

import child
import folders
import python_environment
from assembling import assembled_marketplace
from problem import CHECK_FAILED, MACHINE_LACKS, Problem

SUMMARY = "run for long what the tests run in part: sessions with kills, crashes, faults, fuzzing"
DESCRIPTION = (
    "Sends tens of thousands of events of many sessions at once through the installed hook and kills some; kills hook "
    "and ledger at every system call that touches the state; refuses them such calls; fuzzes. What it comes to is "
    "printed and put into docs/reliability.md. Takes strace. Status 1: something was lost, or is not as promised."
)
USAGE = "python3 build soak [--minutes N]"
TAKES_MORE = True
_MINUTES = 30.0


def run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 build soak", usage=USAGE, add_help=False, allow_abbrev=False)
    parser.add_argument("--minutes", type=float, default=_MINUTES)
    minutes = parser.parse_args(arguments).minutes
    if shutil.which("strace") is None:
        raise Problem(
            MACHINE_LACKS,
            what="strace is missing",
            where="the programs on PATH",
            next_step="on Debian or Ubuntu: apt-get install strace",
        )
    marketplace = assembled_marketplace()
    status = child.shown([python_environment.python(), folders.BUILD / "soak", marketplace, str(minutes)])
    return CHECK_FAILED if status else 0
