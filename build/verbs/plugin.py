"""`python3 build plugin`"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from assembling import assembled_marketplace
from progress import say

SUMMARY = "freeze the program and assemble the Codex plugin in dist/marketplace/"
DESCRIPTION = (
    "Freezes the program for this platform and assembles dist/marketplace/, a Codex marketplace with the plugin."
)
USAGE = "python3 build plugin"
TAKES_MORE = False


def run(arguments: Sequence[str]) -> int:
    marketplace = assembled_marketplace()
    say(
        f"the plugin is ready; to install it, or to put it in place of an older one:\n\n"
        f"  codex plugin marketplace add {shlex.quote(str(marketplace))}\n"
        f"  codex plugin add practice-ledger@practice-ledger\n\n"
        "then start codex once and trust its five hooks. Codex reads the folder above again and again: keep it.\n"
    )
    return 0
