"""Which wheels of the lock files were installed for a target: pip chooses among those that a lock file allows."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import sys
from collections.abc import Iterable
from pathlib import Path

import child
import folders
import python_environment
from frozen_contents import normalised
from problem import MACHINE_LACKS, Problem
from windows_target.embedded_python import LOCK_FILES as LOCK_FILES_FOR_WINDOWS
from windows_target.embedded_python import WHEELS_FOR_WINDOWS


def lock_files(*, for_windows: bool) -> list[Path]:
    """Those that the packages in the program come from."""
    return list(LOCK_FILES_FOR_WINDOWS if for_windows else python_environment.LOCK_FILES)


def sha256_of_wheels(names: Iterable[str], *, for_windows: bool) -> dict[str, str]:
    """By package. pip, which chooses by the Python too, is asked once for each Python and state of the lock files."""
    wanted = _requirements(names, lock_files(for_windows=for_windows))
    folder = folders.WORK / "wheels"
    asked = f"{for_windows} {platform.platform()} {sys.implementation.cache_tag} {wanted}"
    report = folder / f"{hashlib.sha256(asked.encode()).hexdigest()[:16]}.json"
    if not report.exists():
        folder.mkdir(parents=True, exist_ok=True)
        requirements = report.with_suffix(".txt")
        requirements.write_text(wanted, encoding="ascii")
        unfinished = report.with_suffix(".new")
        child.logged(
            "wheels",
            [python_environment.python(), "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-input",
             "--disable-pip-version-check", "--require-hashes", "--no-deps", "--only-binary=:all:",
             *((*WHEELS_FOR_WINDOWS, "--target", folder) if for_windows else ()),
             "--report", unfinished, "--requirement", requirements],
            "is the package index that pip is configured for reachable?",
            status=MACHINE_LACKS,
        )  # fmt: skip
        unfinished.rename(report)
    installed = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        normalised(wheel["metadata"]["name"]): wheel["download_info"]["archive_info"]["hashes"]["sha256"]
        for wheel in installed
    }


def _requirements(names: Iterable[str], locks: Iterable[Path]) -> str:
    """The lines of the lock files about these packages."""
    locked = "".join(lock.read_text(encoding="ascii") for lock in locks)
    found = {name: re.search(rf"^{re.escape(name)}==.*?(?<!\\)$", locked, re.MULTILINE | re.DOTALL) for name in names}
    for name, block in found.items():
        if block is None:
            raise Problem(
                MACHINE_LACKS,
                what=f"{name} is in the program, but not in the lock files",
                where="build/requirements/",
                next_step="delete .build/venv and .build/windows, and build again",
            )
    return "".join(f"{block[0]}\n" for _, block in sorted(found.items()) if block)
