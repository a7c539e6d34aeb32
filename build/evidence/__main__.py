"""usage: python build/evidence MARKETPLACE [--keep] [VERSION ...]"""

from __future__ import annotations

import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE / folder) for folder in ("build", "tests", "runtime")]

from codex_host.codex_install import InstallFailed, NodeMissing  # noqa: E402 - started as a folder, it finds its package
from evidence.running import default_versions, run  # noqa: E402
from pages import evidence_page  # noqa: E402
from progress import say  # noqa: E402

MACHINE_LACKS, DIFFERENT = 3, 1


def main(marketplace: str, *arguments: str) -> int:
    keep = "--keep" in arguments
    try:
        versions = [each for each in arguments if each != "--keep"] or default_versions()
        outcome = run(versions, Path(marketplace), keep=keep)
    except (NodeMissing, InstallFailed) as error:
        print(error)
        return MACHINE_LACKS
    evidence_page.write()
    for change in outcome.changes:
        print(f"\n{change}")
    if not outcome.changes:
        say("all as it is stored")
        return 0
    say(f"{len(outcome.changes)} differences to what was stored" + (", which is stored now" if keep else ""))
    return DIFFERENT


try:
    sys.exit(main(*sys.argv[1:]))
except KeyboardInterrupt:
    sys.exit(130)
