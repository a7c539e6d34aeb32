"""A command ends well whatever has become of its standard streams, and when it is interrupted."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from practice_ledger.commands.exit_status import ExitStatus

RUNTIME = str(Path(practice_ledger.__file__).parents[1])


def environment(home: Path, **variables: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": RUNTIME, **variables}


def in_a_shell(home: Path, words: str, streams: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command with redirections of a shell's."""
    command = f"{shlex.quote(sys.executable)} -m practice_ledger {words} {streams}"
    return subprocess.run(
        ["sh", "-c", command], env=environment(home, **variables), capture_output=True, check=False, timeout=60
    )


@pytest.mark.parametrize("words", ["--help", "--version", "list --help", "paths", "paths --json"])
@pytest.mark.parametrize("streams", [">&-", ">/dev/full"])
def test_a_standard_output_that_takes_nothing_is_a_failure_in_one_line(
    words: str, streams: str, tmp_path: Path
) -> None:
    done = in_a_shell(tmp_path, words, streams)
    assert done.returncode == ExitStatus.FAILED
    assert done.stderr.startswith(b"practice-ledger: cannot write to standard output: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_a_standard_error_that_takes_nothing_costs_neither_the_document_nor_the_status(
    streams: str, tmp_path: Path
) -> None:
    done = in_a_shell(tmp_path, "show abcdef --json", streams)
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (ExitStatus.NOT_FOUND, "not-found")


def test_a_reader_that_goes_away_is_no_failure(tmp_path: Path) -> None:
    done = in_a_shell(tmp_path, "--help", "2>&1 | true")
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("name", ["a\tb", "blank at the end ", "\udcff no text"], ids=ascii)
def test_a_path_for_a_program_is_exact(name: str, tmp_path: Path) -> None:
    place = tmp_path / name
    done = in_a_shell(tmp_path, "paths state", "", PRACTICE_LEDGER_HOME=str(place))
    assert done.stdout == os.fsencode(place) + b"\n"


def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path) -> None:
    place = tmp_path / "\x1b]0;title\x07"
    for words in ("paths", "status", "paths \x1b[31m"):
        done = in_a_shell(tmp_path, shlex.join(words.split(" ")), "2>&1", PRACTICE_LEDGER_HOME=str(place))
        assert b"\x1b" not in done.stdout
        assert b"\\x1b" in done.stdout


def test_an_option_is_never_guessed_from_its_beginning(tmp_path: Path) -> None:
    assert in_a_shell(tmp_path, "forget --al --y", "").returncode == ExitStatus.USAGE


@pytest.mark.parametrize("columns", ["0", "1"])
def test_a_terminal_without_width_gets_whole_words(columns: str, tmp_path: Path) -> None:
    terminal: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "practice_ledger", "paths"],
        env=environment(tmp_path, COLUMNS=columns, TERM="xterm"),
        encoding="utf-8",
        timeout=30,
    )
    terminal.expect("older-diagnostics")
    terminal.close(force=True)


def test_an_interrupt_at_the_question_changes_nothing(codex: CodexDriver, state_path: Path, tmp_path: Path) -> None:
    terminal: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "practice_ledger", "forget", "--all"],
        env=environment(tmp_path, PRACTICE_LEDGER_HOME=str(state_path), TERM="dumb"),
        encoding="utf-8",
        timeout=30,
    )
    terminal.expect(r"\[y/N\] ")
    terminal.sendintr()
    terminal.expect("Nothing was changed")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert "Traceback" not in (terminal.before or "")
    assert terminal.exitstatus == ExitStatus.DECLINED
    assert list((state_path / "conversations").iterdir())


def test_an_interrupt_at_work_is_said_in_one_line_and_in_json(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from practice_ledger.commands import command_line\n"
        "from practice_ledger.commands.verbs import paths\n"
        "paths.run = lambda arguments: signal.raise_signal(signal.SIGINT)\n"
        "sys.exit(command_line.run_command(['paths', '--json']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert done.returncode == ExitStatus.INTERRUPTED == 128 + signal.SIGINT
    assert json.loads(done.stdout)["error"]["code"] == "interrupted"
    assert done.stderr == "practice-ledger: Interrupted. What was done stays done.\n"
