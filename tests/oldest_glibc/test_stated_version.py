"""The version of glibc that is stated is the one that the program's files need. [R21]"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import folders
import glibc_needs
from needed_tools import skip_or_fail

NAMED = re.compile(r"glibc\W{0,3}(\d+\.\d+)(?=\W{0,3}(?:or newer|and newer|\u6216))")


@pytest.fixture
def frozen(assembled_plugin: Path) -> Path:
    found = sorted(assembled_plugin.glob("runtime/linux-*"))
    if not found:
        pytest.skip("this plugin holds no program for Linux")
    return found[0]


def test_the_stated_version_is_the_newest_that_any_file_of_the_program_needs(
    frozen: Path, unpacked_archive: Path | None
) -> None:
    needed = glibc_needs.needed(frozen)
    newest = max(needed.values())

    if newest > glibc_needs.stated() and not unpacked_archive and not os.environ.get("CI"):
        pytest.skip(f"this machine's Python needs glibc {newest}: no release can be built here")
    assert {str(path): version for path, version in needed.items() if version > glibc_needs.stated()} == {}
    assert newest == glibc_needs.stated()
    assert frozen / "practice-ledger" in needed


def test_every_page_states_the_same_version() -> None:
    pages = [*folders.DOCS.rglob("*.md"), *folders.README_PAGES, *folders.PLUGIN.glob("*.md")]
    named = {page.name: set(NAMED.findall(page.read_text(encoding="utf-8"))) for page in pages}

    assert set().union(*named.values()) == {".".join(map(str, glibc_needs.stated()))}
    assert named["troubleshooting.md"]


def test_the_library_of_exceptions_is_the_systems_own(frozen: Path) -> None:
    assert list(frozen.rglob("libgcc_s*")) == []


def test_python_reckons_as_before_with_the_oldest_version_of_a_function(frozen: Path) -> None:
    library = next((frozen / "_internal").glob("libpython*"))
    if library.name != sysconfig.get_config_var("INSTSONAME"):
        skip_or_fail("this Python does not use a library of its own")
    script = (
        f"assert {str(library)!r} in open('/proc/self/maps').read()\n"
        "print(abs(complex(3, 4)), abs(complex(float('inf'), float('nan'))))\n"
        "try:\n    abs(complex(1.7e308, 1.7e308))\nexcept OverflowError:\n    print('too large')\n"
    )

    done = subprocess.run(
        [sys.base_prefix + "/bin/python3", "-I", "-c", script],
        env={"LD_LIBRARY_PATH": str(library.parent), "LD_BIND_NOW": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("5.0 inf\ntoo large\n", "")


def test_a_library_that_asks_for_nothing_new_is_left_as_it_is(frozen: Path, tmp_path: Path) -> None:
    lowered = next((frozen / "_internal").glob("libpython*"))
    copy = tmp_path / lowered.name
    copy.write_bytes(lowered.read_bytes())

    glibc_needs.lower(copy)

    assert copy.read_bytes() == lowered.read_bytes()
