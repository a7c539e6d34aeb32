"""What is claimed of every archive holds for the one for Windows, which is made on Linux. [R22]"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import freezing
from assembling import product_version
from needed_tools import skip_or_fail
from release.archive import kind, pack
from release.folder import make
from release.source import Source

TREE = Path(__file__).resolve().parents[2]
TARGET = "windows-x64"


@pytest.mark.skipif(freezing.target() != "linux-x64", reason="is made elsewhere, or is this machine's own")
def test_archive_for_windows_is_what_every_archive_is(tmp_path: Path) -> None:
    if not shutil.which("wine"):
        skip_or_fail("wine is not installed")
    source = Source(commit="0" * 40, time=1_700_000_001, dirty=False)
    archive = tmp_path / f"archive{kind(TARGET)}"
    pack(make(TARGET, tmp_path / "made", source=source, version=product_version()), archive, source.time)

    claims = TREE / "tests" / "release" / "test_what_is_released.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--archive", archive, claims],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
