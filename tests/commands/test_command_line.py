"""The command line as a person meets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import practice_ledger
from practice_ledger.refusals import REASONS

RUNTIME = str(Path(practice_ledger.__file__).parents[1])


def ran(*arguments: str, stdout: int | None = subprocess.PIPE, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": "/home/somebody", "PYTHONPATH": RUNTIME, **variables}
    command = [sys.executable, "-m", "practice_ledger", *arguments]
    return subprocess.run(command, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)


def test_the_version_is_that_of_the_package() -> None:
    assert ran("--version").stdout == f"practice-ledger {practice_ledger.__version__}\n"


def test_help_names_every_command() -> None:
    shown = ran("--help")
    assert shown.returncode == 0
    assert {"read", "paths", "hook"} <= set(shown.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [(), ("hook",), ("hook", "codex", "x"), ("nothing",), ("paths", "x"), ("paths", "--jso", "x"), ("read",)],
)
def test_wrong_usage_ends_with_status_2_and_says_so_on_standard_error(arguments: tuple[str, ...]) -> None:
    done = ran(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: practice-ledger" in done.stderr


def test_paths_prints_where_the_state_lies() -> None:
    assert ran("paths", "state", PRACTICE_LEDGER_HOME="/some/where").stdout == "/some/where\n"


def test_paths_says_what_is_wrong_with_a_relative_override() -> None:
    done = ran("paths", PRACTICE_LEDGER_HOME="relative")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"practice-ledger: {REASONS['home-relative']}\n")


def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = ran("paths", stdout=full.fileno())
    assert done.returncode == 1
    assert done.stderr == "practice-ledger: cannot write to standard output: No space left on device\n"


def test_wrong_usage_is_told_in_json_where_that_was_asked_for() -> None:
    done = ran("list", "--jsn", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["status"], told["command"], told["error"]["code"]) == (2, 2, "list", "usage")
    assert "--jsn" in told["error"]["message"]


def test_without_a_command_the_help_is_shown_as_wrong_usage() -> None:
    done = ran()
    assert (done.returncode, done.stdout, done.stderr) == (2, "", ran("--help").stdout)


@pytest.mark.parametrize("command", ["list", "hook", "read"])
def test_help_of_a_command_can_be_asked_for_in_two_ways(command: str) -> None:
    asked = ran("help", command)
    assert asked.returncode == 0
    assert asked.stdout == ran(command, "--help").stdout
    assert asked.stdout.startswith(f"usage: practice-ledger {command} ")


def test_help_is_wrapped_to_the_terminal() -> None:
    shown = ran("forget", "--help", COLUMNS="60").stdout
    assert max(map(len, shown.partition("options:")[0].splitlines())) <= 60
