"""The same source gives the same bytes: frozen again in another place, by someone with other settings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from release.again import OTHER_SURROUNDINGS, differing

TREE = Path(__file__).resolve().parents[2]
SOURCES = ("build", "docs", "plugin", "runtime", "LICENSE")


def test_second_freeze_in_another_place_gives_the_same_bytes(assembled_marketplace: Path, tmp_path: Path) -> None:
    other = tmp_path / "another place"
    for name in SOURCES:
        copy = shutil.copytree if (TREE / name).is_dir() else shutil.copy2
        copy(TREE / name, other / name)
    # The environment of the build may be the same one; `python3 build release --twice` makes another.
    (other / ".build" / "stamps").mkdir(parents=True)
    (other / ".build" / "venv").symlink_to(TREE / ".build" / "venv")
    shutil.copy2(TREE / ".build" / "stamps" / "venv", other / ".build" / "stamps")

    done = subprocess.run(
        ["/bin/sh", "-c", 'umask 027; exec "$@"', "sh", sys.executable, other / "build", "plugin"],
        env={**os.environ, **OTHER_SURROUNDINGS},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "freezing for" in done.stdout
    assert differing(assembled_marketplace, other / "dist" / "marketplace") is None


def test_first_differing_file_is_named(tmp_path: Path) -> None:
    for place, content in (("one", "1"), ("two", "2")):
        (tmp_path / place / "b").mkdir(parents=True)
        (tmp_path / place / "a").write_text("same")
        (tmp_path / place / "b" / "c").write_text(content)
        (tmp_path / place / "b" / "d").write_text(content)
    assert differing(tmp_path / "one", tmp_path / "two") == "b/c"

    (tmp_path / "two" / "a").unlink()
    assert differing(tmp_path / "one", tmp_path / "two") == "a"
