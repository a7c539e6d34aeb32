"""`python3 build plugin`"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

from assembling import OTHER_TARGETS, assembled_marketplace
from progress import say

SUMMARY = "freeze the program and assemble the Codex plugin in dist/marketplace/"
DESCRIPTION = (
    "Freezes the program for this platform and assembles dist/marketplace/, a Codex marketplace with the plugin. "
    f"With --target, for another platform, in dist/marketplace-TARGET/; TARGET is one of: {', '.join(OTHER_TARGETS)}."
)
USAGE = "python3 build plugin [--target TARGET]"
TAKES_MORE = True


def run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python3 build plugin", usage=USAGE, add_help=False, allow_abbrev=False)
    parser.add_argument("--target", choices=OTHER_TARGETS)
    target: str | None = parser.parse_args(arguments).target
    marketplace = assembled_marketplace(target)
    if target:
        say(f"the plugin for {target} is ready: {marketplace}")
        return 0
    say(
        f"the plugin is ready; to install it, or to put it in place of an older one:\n\n"
        f"  codex plugin marketplace add {shlex.quote(str(marketplace))}\n"
        f"  codex plugin add practice-ledger@practice-ledger\n\n"
        "then start codex once and trust its five hooks. Codex reads the folder above again and again: keep it.\n"
    )
    return 0
