"""`python3 build test`"""

from __future__ import annotations

from collections.abc import Sequence

import child
import python_environment
from assembling import assembled_marketplace
from problem import CHECK_FAILED
from progress import say

SUMMARY = "build the plugin, check the code, run the tests"
DESCRIPTION = (
    "Builds the plugin, runs ruff and mypy, then pytest; further arguments go to pytest (for example: -k wrapper). "
    "With the environment variable CI set, a test that lacks a tool fails instead of being skipped."
)
USAGE = "python3 build test [PYTEST_ARGUMENT ...]"
TAKES_MORE = True

_CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "--quiet", "."),
    ("mypy",),
)


def run(arguments: Sequence[str]) -> int:
    assembled_marketplace()
    python = python_environment.python()
    failed = []
    for check in (*_CHECKS, ("pytest", *arguments)):
        say(" ".join(check))
        if child.shown([python, "-m", *check]):
            failed.append(check[0])
    if failed and failed != ["pytest"]:
        say(f"failed: {', '.join(failed)}")
    return CHECK_FAILED if failed else 0
