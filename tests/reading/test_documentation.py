"""docs/reading.md and `--help` say what the code does. [R23]"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from practice_ledger import bounds
from practice_ledger.commands.reading_help import EPILOG
from practice_ledger.reading.exit_statuses import EXIT_STATUSES
from practice_ledger.reading.lore_program import SETTING

from .conftest import Read

TREE = Path(__file__).parents[2]
PAGE = (TREE / "docs" / "reading.md").read_text(encoding="utf-8")


def test_the_page_and_the_help_list_the_exit_statuses_of_the_code() -> None:
    listed = {
        int(status): meaning for status, meaning in re.findall(r"^\| (\d+) \| (.+) \|$", PAGE, flags=re.MULTILINE)
    }
    helped = {int(status): meaning for status, meaning in re.findall(r"^  (\d+)  (.+)$", EPILOG, flags=re.MULTILINE)}
    assert listed == helped == EXIT_STATUSES


def test_the_page_and_the_help_name_the_setting(read: Read) -> None:
    done = read("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert SETTING in done.stdout.decode()
    assert EPILOG in done.stdout.decode()
    assert f"`{SETTING}`" in PAGE


def test_the_page_names_the_bounds_of_the_code() -> None:
    for said in (
        f"at most {bounds.READ_IDS}, each",
        f"{bounds.LORE_SECONDS:.0f} seconds for one answer of at most {bounds.ANSWER_BYTES >> 20} MiB",
        f"{bounds.READ_SECONDS:.0f} seconds for all answers",
        f"at most {bounds.LORE_STDERR_BYTES >> 10} KB a call",
    ):
        assert said in PAGE


def test_the_page_s_table_of_bytes_is_what_its_script_prints() -> None:
    environment = os.environ | {"PYTHONPATH": str(TREE / "runtime")}
    script = [sys.executable, str(TREE / "docs/reading_bytes.py")]
    printed = subprocess.run(script, env=environment, capture_output=True, text=True, check=True).stdout
    head, _, table = printed.strip().partition("\n\n")
    assert int(head.split()[0]) >= 34
    assert f"measured on {head}, all different" in PAGE
    assert table in PAGE
