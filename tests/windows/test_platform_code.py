"""What runs on Windows only passes the same type checks as the rest, as on Windows; what does not, is not imported."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
PACKAGE = TREE / "runtime" / "practice_ledger"
CHECKED = [
    *sorted(PACKAGE.rglob("windows_*.py")),
    *sorted(Path(__file__).resolve().parent.glob("*_on_windows.py")),
    *(
        PACKAGE / name
        for name in (
            "deadline.py",
            "doctor/pasted_word.py",
            "hook.py",
            "hosts/codex/config.py",
            "hosts/codex/scratch_home.py",
            "other_programs.py",
            "reading/ending_signals.py",
            "reading/lore_program.py",
            "settings/file.py",
            "storage/locks.py",
            "storage/state_directory.py",
        )
    ),
]


def methods(file: str) -> dict[str, str]:
    """The public methods of a file's first class, with their parameters."""
    classes = [node for node in ast.parse((PACKAGE / file).read_text()).body if isinstance(node, ast.ClassDef)]
    found = [node for node in classes[0].body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    return {method.name: ast.unparse(method.args) for method in found}


def test_the_folder_of_windows_can_what_the_other_can() -> None:
    assert methods("storage/windows_folder.py") == methods("storage/private_folder.py") | {
        "move": "self, name: str, folder: WindowsFolder, new_name: str"
    }


def test_code_for_windows_passes_the_type_checks() -> None:
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--follow-imports=silent", *map(str, CHECKED)]
    done = subprocess.run(command, cwd=TREE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
