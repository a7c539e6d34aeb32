"""usage: python build/soak MARKETPLACE MINUTES"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TREE / name) for name in ("build", "tests", "runtime")]

import folders  # noqa: E402 - started as a folder, it finds the others only now
from bench import pages  # noqa: E402
from progress import say  # noqa: E402
from soak.long_run import run  # noqa: E402
from soak.report import report  # noqa: E402

PAGE = TREE / "docs" / "reliability.md"


def main(marketplace: str, minutes: str) -> int:
    plugin = Path(marketplace) / "plugins" / "practice-ledger"
    with tempfile.TemporaryDirectory(prefix="practice-ledger-soak-") as name:
        work = Path(name)
        # Copies, so that a build meanwhile changes nothing.
        shutil.copytree(plugin, work / "plugin")
        shutil.copytree(folders.WORK / "stage", work / "package")
        result = run(work / "plugin", work / "package", work, float(minutes) * 60, say)
    text = report(result, float(minutes))
    pages.put(PAGE, "soak", text)
    print(f"\n{text}\nThis stands in {PAGE} now.")
    for wrong in result.wrong():
        print(f"wrong: {wrong}")
    return 1 if result.wrong() else 0


try:
    sys.exit(main(*sys.argv[1:]))
except KeyboardInterrupt:
    sys.exit(130)
