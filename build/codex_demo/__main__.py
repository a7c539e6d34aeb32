"""usage: python build/codex_demo MARKETPLACE"""

from __future__ import annotations

import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "build"))

from codex_demo.playing import play  # noqa: E402 - started as a folder, it finds its package only now

try:
    sys.exit(play(Path(sys.argv[1]), TREE / ".build" / "demo"))
except KeyboardInterrupt:
    sys.exit(130)
