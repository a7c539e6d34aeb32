"""The plugin directory is whole, holds nothing that an installation would lose, and passes a linter. [R22]"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import practice_ledger

TREE = Path(__file__).resolve().parents[2]


def test_no_symbolic_link_since_codex_drops_them(assembled_marketplace: Path) -> None:
    assert [path for path in assembled_marketplace.rglob("*") if path.is_symlink()] == []


def test_version_is_that_of_the_package_and_stands_nowhere_else(assembled_plugin: Path) -> None:
    manifest = json.loads((assembled_plugin / ".codex-plugin" / "plugin.json").read_text())

    assert manifest["version"] == practice_ledger.__version__
    assert "version" not in json.loads((TREE / "plugin" / ".codex-plugin" / "plugin.json").read_text())


def test_plugin_holds_the_license_and_executable_programs(assembled_plugin: Path) -> None:
    assert (assembled_plugin / "LICENSE").read_bytes() == (TREE / "LICENSE").read_bytes()
    scripts = [script for script in (assembled_plugin / "bin").iterdir() if script.suffix != ".cmd"]
    folders = [folder for folder in (assembled_plugin / "runtime").iterdir() if not folder.name.startswith("windows-")]
    programs = [folder / "practice-ledger" for folder in folders]
    assert len(scripts) == 2
    assert [program for program in (*scripts, *programs) if not os.access(program, os.X_OK)] == []


def test_hooks_are_the_five_events_in_use_and_never_outlive_the_hosts_own_limit(assembled_plugin: Path) -> None:
    hooks = json.loads((assembled_plugin / "hooks" / "hooks.json").read_text())["hooks"]

    table = {event: [(group.get("matcher"), handler["timeout"]) for group in groups for handler in group["hooks"]]
             for event, groups in hooks.items()}  # fmt: skip
    assert table == {
        "SessionStart": [(None, 10)],
        "PreToolUse": [("^Bash$", 10)],
        "PostToolUse": [("^Bash$", 10)],
        "SubagentStart": [(None, 10)],
        "SessionEnd": [(None, 3)],
    }


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "plugin/README.md"])
def test_what_a_user_reads_says_that_an_update_needs_a_new_trust(page: str) -> None:
    words = " ".join((TREE / page).read_text(encoding="utf-8").replace("*", "").split())
    assert re.search(r"update.{0,500}(asks for trust again|trusted again)|asks again after every update", words)


@pytest.mark.parametrize("place", [".", "plugins/practice-ledger"])
def test_skillsaw_finds_nothing_to_say(place: str, assembled_marketplace: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "skillsaw", "lint", "--strict", assembled_marketplace / place],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert "codex-plugin" in done.stdout, "it did not see what it should look at"
