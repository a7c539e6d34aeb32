"""`practice-ledger settings`: what is in effect, where from, and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from practice_ledger import bounds
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.verbs import paths, settings
from practice_ledger.refusals import Refused

from .test_command_line import ran


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "config/practice-ledger/settings.toml"
    path.parent.mkdir(parents=True)
    return path


def shown(file: Path) -> tuple[int, str]:
    done = ran("settings", HOME=str(file.parents[2]), XDG_CONFIG_HOME=str(file.parents[1]))
    assert done.stderr == ""
    return done.returncode, done.stdout


def fields(file: Path) -> dict[str, object]:
    done = ran("settings", "--json", HOME=str(file.parents[2]), XDG_CONFIG_HOME=str(file.parents[1]))
    found: dict[str, object] = json.loads(done.stdout)
    assert found["status"] == done.returncode
    return found


def rows(text: str) -> dict[str, list[str]]:
    lines = text.partition("SETTING")[2].splitlines()[1:]
    return {line.split()[0]: line.split()[1:] for line in lines}


def test_without_a_file_the_defaults_are_shown_and_where_the_file_belongs(file: Path) -> None:
    status, text = shown(file)
    assert status == ExitStatus.OK
    assert text.startswith("There is no ~/config/practice-ledger/settings.toml. The defaults are in effect.\n")
    assert rows(text)["enabled"] == ["true", "true", "or", "false", "default"]
    assert rows(text)["bounds.hint_bytes"] == ["3072", "bytes", "1024", "to", "3072", "default"]
    assert rows(text)["bounds.hook_seconds"] == ["3", "seconds", "0.5", "to", "3", "default"]
    assert set(rows(text)) == {"enabled", "hints", *(f"bounds.{name.lower()}" for name in bounds.LEAST)}


def test_what_the_file_says_is_shown_as_in_effect_and_as_the_files(file: Path) -> None:
    file.write_text("hints = false\n[bounds]\nroots = 3\ncandidates_bytes_per_root = 2000\nhint_items = 8\n")
    status, text = shown(file)
    assert status == ExitStatus.OK
    assert text.startswith("~/config/practice-ledger/settings.toml is in effect.\n")
    found = rows(text)
    assert (found["hints"][0], found["hints"][-1]) == ("false", "file")
    assert (found["bounds.roots"][0], found["bounds.roots"][-1]) == ("3", "file")
    assert (found["bounds.candidate_bytes"][0], found["bounds.candidate_bytes"][-1]) == ("2000", "file")
    assert (found["bounds.hint_items"][0], found["bounds.hint_items"][-1]) == ("8", "file")
    assert found["bounds.title_bytes"][-1] == "default"


def test_a_fault_is_shown_with_its_line_and_the_status_says_so(file: Path) -> None:
    file.write_text("enabled = false\n[bounds]\nroots = 0\n")
    status, text = shown(file)
    assert status == ExitStatus.FAULTS_FOUND
    assert "settings.toml is not obeyed. The defaults are in effect.\n  line 3: bounds.roots may not be 0. Say " in text
    assert rows(text)["enabled"][0] == "true"
    told = fields(file)["result"]
    assert isinstance(told, dict)
    (problem,) = told["problems"]
    assert (problem["line"], problem["key"], problem["what"]) == (3, "bounds.roots", "may not be 0")
    assert told["exists"] is True


def test_a_file_that_is_not_read_at_all_is_shown_as_there(file: Path) -> None:
    file.mkdir()
    status, text = shown(file)
    assert status == ExitStatus.FAULTS_FOUND
    assert "\n  is not a plain file. Put a plain file in its place, or remove it.\n" in text
    told = fields(file)["result"]
    assert isinstance(told, dict)
    assert told["exists"] is True


def test_without_a_home_there_is_no_file_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("practice_ledger.settings.file.user_config_directory", _no_home)
    found = settings.run(None)  # type: ignore[arg-type]
    assert (found.file, found.exists, found.problems, found.status) == (None, False, [], ExitStatus.OK)
    assert "settings" not in [place.name for place in paths._places()]


def _no_home() -> str:
    raise Refused("no-home")


def test_paths_names_the_file_and_its_snapshot(file: Path, tmp_path: Path) -> None:
    config, state = str(file.parents[1]), str(tmp_path / "state")
    assert ran("paths", "settings", XDG_CONFIG_HOME=config).stdout == f"{file}\n"
    assert ran("paths", "settings-snapshot", PRACTICE_LEDGER_HOME=state).stdout == f"{state}/settings.json\n"
