"""usage: python build/bench MARKETPLACE [--quick] [--calibrate]"""

from __future__ import annotations

import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE / folder) for folder in ("build", "tests", "runtime")]

from bench.calibration import page  # noqa: E402 - started as a folder, it finds its package only now
from bench.running import FULL, QUICK, run  # noqa: E402


def main(marketplace: str, *options: str) -> int:
    if "--calibrate" in options:
        page.write()
        return 0
    quick = "--quick" in options
    return 0 if run(Path(marketplace), QUICK if quick else FULL, write=not quick) else 1


try:
    sys.exit(main(*sys.argv[1:]))
except KeyboardInterrupt:
    sys.exit(130)
