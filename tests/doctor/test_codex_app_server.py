"""Codex is asked in bounded time, and whatever it does instead of answering, its process is gone afterwards."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from doctor.conftest import program_file
from practice_ledger.hosts.codex.app_server import NoAnswer, answers

QUESTIONS = {"hooks/list": {"cwds": ["/"]}, "config/read": {}}
HELLO = '{"id":1,"result":{"userAgent":"x/0.171.0 (Linux)"}}'


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Where a test writes a program that stands for `codex`; it leaves its number behind."""
    return tmp_path / "codex"


def said(talk: Path, *lines: str, seconds: float = 5.0) -> tuple[str, dict[str, object]]:
    program_file(talk, f"echo $$ >'{talk}.pid'", *lines)
    return answers([str(talk)], "/", seconds, QUESTIONS)


def is_gone(talk: Path) -> bool:
    return not Path(f"/proc/{Path(f'{talk}.pid').read_text().strip()}").exists()


def test_answers_are_told_by_question_and_a_refused_question_is_left_out(talk: Path) -> None:
    name, told = said(
        talk,
        f"echo '{HELLO}'",
        """echo '{"method":"some/notification","params":{}}'""",
        """echo '{"id":2,"method":"a/question/of/its/own"}'""",
        """echo '{"id":2,"result":{"data":[]}}'""",
        """echo '{"id":3,"error":{"code":-32600,"message":"unknown"}}'""",
        "cat >/dev/null",
    )
    assert name == "x/0.171.0 (Linux)"
    assert told == {"hooks/list": {"data": []}}
    assert is_gone(talk)


@pytest.mark.parametrize(
    ("why", "lines"),
    {
        "it ended without an answer": ["read -r line"],
        "it answered in a form that is not known": ["echo 'Usage: codex [OPTIONS]'", "cat >/dev/null"],
        "it ended without an answer ": [f"echo '{HELLO}'", "read -r a; read -r b; read -r c"],
        "it did not answer in time": [f"echo '{HELLO}'", "sleep 300 & wait"],
        "it did not answer in time ": ["trap '' TERM HUP INT", "while :; do sleep 1; done"],
    }.items(),
)
def test_no_answer_is_told_with_its_reason(talk: Path, why: str, lines: list[str]) -> None:
    began = time.monotonic()
    with pytest.raises(NoAnswer, match=why.strip()):
        said(talk, *lines, seconds=1.0)
    assert time.monotonic() - began < 10
    assert is_gone(talk)


def test_a_program_that_cannot_be_started_is_no_answer(talk: Path) -> None:
    talk.write_text("#!/nowhere\n")
    talk.chmod(0o755)
    with pytest.raises(NoAnswer, match="cannot be started"):
        answers([str(talk)], "/", 1.0, QUESTIONS)


def test_what_codex_complains_of_is_not_shown(talk: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoAnswer):
        said(talk, "echo complaint >&2", "read -r line")
    assert capfd.readouterr() == ("", "")


def test_the_processes_that_codex_started_are_gone_too(talk: Path) -> None:
    with pytest.raises(NoAnswer):
        said(talk, f"sleep 300 & echo $! >'{talk}.child'", "wait", seconds=0.5)
    child = int(Path(f"{talk}.child").read_text())
    end = time.monotonic() + 5
    while _runs(child) and time.monotonic() < end:
        os.sched_yield()
    assert not _runs(child)


def _runs(pid: int) -> bool:
    """A process that has ended may wait for whoever takes its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
