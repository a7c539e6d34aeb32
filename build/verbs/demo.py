"""`python3 build demo`"""

from __future__ import annotations

from collections.abc import Sequence

import child
import folders
import python_environment
from assembling import assembled_marketplace
from one_at_a_time import one_at_a_time
from problem import CHECK_FAILED
from progress import say

SUMMARY = "build the plugin and watch it work in a real Codex with a scripted model"
DESCRIPTION = (
    "Builds the plugin, installs it into a Codex of its own (npm, nothing of yours is touched), and plays a "
    "conversation with a scripted model: the root agent reads a Practice, its subagent is told of it."
)
USAGE = "python3 build demo"
TAKES_MORE = False


def run(arguments: Sequence[str]) -> int:
    marketplace = assembled_marketplace()
    with one_at_a_time():
        say("playing the conversation (the first time, npm fetches Codex for it)")
        status = child.shown([python_environment.python(), folders.BUILD / "codex_demo", marketplace])
    return CHECK_FAILED if status else 0
