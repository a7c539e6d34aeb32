"""Is the settings file obeyed, and what does it change?"""

from __future__ import annotations

import os
from pathlib import Path

from doctor.conftest import around, told
from practice_ledger.doctor.findings import Verdict
from practice_ledger.doctor.settings_check import settings


def write(content: str) -> Path:
    path = Path(os.environ["HOME"]) / ".config/practice-ledger/settings.toml"
    path.parent.mkdir(parents=True)
    path.write_text(content)
    path.chmod(0o600)
    return path


def test_without_a_file_the_defaults_are_told() -> None:
    came_to = settings(around())
    assert came_to.verdict == Verdict.OK
    assert "settings.toml" in told(came_to)


def test_a_bad_file_is_told_with_its_line(state_path: Path) -> None:
    path = write("enabled = true\nhintz = false\n")
    came_to = settings(around())
    assert came_to.finding == "settings-faulty"
    assert f"{path}, line 2" in told(came_to)


def test_the_product_switched_off_is_told_with_how_to_switch_it_on() -> None:
    path = write("enabled = false\n")
    came_to = settings(around())
    assert came_to.finding == "switched-off"
    assert str(path) in (came_to.next_step or "")


def test_what_a_good_file_changes_is_told() -> None:
    write("hints = false\n[bounds]\nhint_items = 3\n")
    came_to = settings(around())
    assert came_to.verdict == Verdict.OK
    assert "hints = false" in told(came_to)
    assert "hint_items = 3" in told(came_to)
