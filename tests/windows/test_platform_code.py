"""What runs on Windows only passes the same type checks as the rest, as on Windows; what does not, is not imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
PACKAGE = TREE / "runtime" / "practice_ledger"
CHECKED = [
    *sorted(PACKAGE.rglob("windows_*.py")),
    *(
        PACKAGE / name
        for name in (
            "deadline.py",
            "hook.py",
            "other_programs.py",
            "reading/ending_signals.py",
            "reading/lore_program.py",
            "settings/file.py",
            "storage/locks.py",
        )
    ),
]


def test_code_for_windows_passes_the_type_checks() -> None:
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--follow-imports=silent", *map(str, CHECKED)]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
