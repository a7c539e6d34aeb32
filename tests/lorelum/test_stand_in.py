"""The stand-in for `lore` keeps to what Lorelum publishes, so that tests which lean on it mean something."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from practice_ledger.lorelum.envelope import read_answer
from practice_ledger.refusals import Refused

LORE = Path(__file__).parent.parent / "stand_in" / "lore"

Lore = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def lore(tmp_path: Path) -> Lore:
    def run(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        steering = {f"LORE_STAND_IN_{name}": value for name, value in settings.items()}
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(tmp_path), **steering}
        return subprocess.run(
            [LORE, *arguments], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
        )

    return run


@pytest.mark.parametrize("protocol", ["1", "2"])
@pytest.mark.parametrize(
    "arguments", ["get a.b --json", "--json get a.b", "get --no-project a.b --json", "get --json -- a.b"]
)
def test_a_read_answers_with_one_valid_line(lore: Lore, arguments: str, protocol: str) -> None:
    done = lore(*arguments.split(), PROTOCOL=protocol)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")
    assert read_answer(done.stdout.rstrip("\n"), "a.b") is not None
    assert ("diagnostics" in json.loads(done.stdout)) == ("packRoot" in done.stdout) == (protocol == "2")


def test_another_revision_has_another_digest(lore: Lore) -> None:
    answers = [json.loads(lore("get", "a.b", "--json", REVISION=revision).stdout) for revision in ("1", "1", "2")]
    digests = [answer["data"]["contentDigest"] for answer in answers]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("get a.missing", "practice.not-found"),
        ("get a.b", "store.busy"),
        ("get a", "usage.invalid"),
        ("got", "usage.invalid"),
    ],
)
def test_a_failure_is_answered_on_stdout_with_status_2(lore: Lore, arguments: str, code: str) -> None:
    done = lore(*arguments.split(), "--json", FAILURES="c.d=x a.b=store.busy")
    assert (done.returncode, done.stderr) == (2, "")
    assert read_answer(done.stdout.rstrip("\n"), "a.b") is None
    assert json.loads(done.stdout)["error"]["code"] == code


def test_text_for_people_is_the_default_and_proves_nothing(lore: Lore) -> None:
    text = lore("get", "a.b").stdout
    assert "a.b" in text
    with pytest.raises(Refused, match="not-json"):
        read_answer(text.splitlines()[0], "a.b")
    assert lore("get", "a.b", FORMAT="json").stdout == lore("get", "a.b", "--json").stdout


def test_debug_speaks_on_stderr_only(lore: Lore) -> None:
    quiet, loud = lore("get", "a.b", "--json"), lore("--debug", "get", "a.b", "--json")
    assert loud.stdout == quiet.stdout
    assert loud.stderr.startswith("debug:")


def test_a_project_layer_wins_unless_it_is_declined(lore: Lore, tmp_path: Path) -> None:
    (tmp_path / "project" / ".lorelum").mkdir(parents=True)
    inside = ("--project-root", str(tmp_path / "project"))
    assert "project-layer-1" in lore("get", "a.b", "--json", *inside).stdout
    assert "project-layer" not in lore("get", "a.b", "--json", "--no-project", *inside).stdout
    assert "project-layer" not in lore("get", "a.b", "--json").stdout


def test_each_call_is_written_down(lore: Lore, tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    lore("get", "a.b", "--json", CALLS=str(calls))
    lore("get", "a.missing", CALLS=str(calls))
    assert calls.read_text().splitlines() == ["0 get a.b --json", "2 get a.missing"]
