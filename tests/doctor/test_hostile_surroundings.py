"""Whatever lies where `doctor` looks, it comes to an end, says what it saw, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from doctor.conftest import add_copy, program_file
from practice_ledger import bounds
from practice_ledger.doctor.findings import CHECKS

HELLO = '{"id":1,"result":{"userAgent":"codex/0.171.0"}}'
NOTHING = '{"id":%d,"result":{}}'
LONG = "9" * 5000


@pytest.fixture
def codex_home(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / ".codex"
    folder.mkdir(parents=True)
    return folder


def around(codex_home: Path, **variables: str) -> dict[str, str]:
    """An environment whose PATH begins with `bin` of the user's home."""
    home, temporary = codex_home.parent, codex_home.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CODEX_")}
    own = {"HOME": str(home), "TMPDIR": str(temporary), "PATH": f"{home}/bin:/usr/bin:/bin"}
    return {**kept, **own, "PYTHONPATH": str(Path(bounds.__file__).parents[1]), **variables}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "practice_ledger", "doctor", *words]


def checks(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    done = subprocess.run(command("--json"), env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""
    return {check["id"]: check for check in json.loads(done.stdout)["result"]["checks"]}


def answering(*lines: str) -> Callable[[Path], object]:
    """Puts a `codex` there that says these lines to whatever it is asked."""

    def put(codex_home: Path) -> None:
        (codex_home / "said").write_text("".join(f"{line}\n" for line in lines))
        program_file(codex_home.parent / "bin" / "codex", f"cat '{codex_home}/said'", "cat >/dev/null")

    return put


def settings(text: str) -> Callable[[Path], object]:
    return lambda codex_home: (codex_home / "config.toml").write_text(text)


def plugin_file(name: str, make: Callable[[Path], object]) -> Callable[[Path], object]:
    """Makes something in the place of a file of the installed plugin."""

    def put(codex_home: Path) -> None:
        file = add_copy(codex_home, "market", "1.0.0") / name
        file.unlink()
        make(file)
        settings('[plugins."practice-ledger@market"]\n')(codex_home)

    return put


HOSTILE = {
    "settings are a pipe": lambda codex_home: os.mkfifo(codex_home / "config.toml"),
    "settings are a device": lambda codex_home: (codex_home / "config.toml").symlink_to("/dev/zero"),
    "settings are deep": settings("x = " + "[" * 3000),
    "a plugin's name holds a NUL": settings('[plugins."practice-ledger@\\u0000"]\n'),
    "a plugin's name leads away": settings('[plugins."practice-ledger@../../.."]\n'),
    "an answer is deep": answering("[" * 200_000),
    "a version is long": answering(
        f'{{"id":1,"result":{{"userAgent":"codex/999{LONG}.1.0"}}}}', *(NOTHING % number for number in (2, 3, 4))
    ),
    "hooks are a number": answering(
        HELLO, '{"id":2,"result":{"data":[{"hooks":5,"errors":7}]}}', NOTHING % 3, NOTHING % 4
    ),
    "a key holds half a character": answering(
        HELLO,
        '{"id":2,"result":{"data":[{"hooks":[{"key":"practice-ledger@\\ud800","sourcePath":"/\\ud800"}]}]}}',
        '{"id":3,"result":{"config":{"plugins":{"practice-ledger@\\udfff":{},"practice-ledger@\\u0000":{}}}}}',
        NOTHING % 4,
    ),
    "codex prints without end": lambda codex_home: program_file(codex_home.parent / "bin" / "codex", "exec yes"),
    "practice-ledger prints without end": lambda codex_home: program_file(
        codex_home.parent / "bin" / "practice-ledger", "exec cat /dev/zero"
    ),
    "a plugin's hooks are numbers": plugin_file(
        "hooks/hooks.json", lambda file: file.write_text('{"hooks":{"A":[{"hooks":5}]}}')
    ),
    "a plugin's hooks are deep": plugin_file("hooks/hooks.json", lambda file: file.write_text("[" * 200_000)),
    "a plugin's version is a pipe": plugin_file(".codex-plugin/plugin.json", os.mkfifo),
}


@pytest.mark.parametrize("put", HOSTILE.values(), ids=HOSTILE)
def test_every_check_comes_to_something(codex_home: Path, put: Callable[[Path], object]) -> None:
    put(codex_home)
    came_to = checks(around(codex_home))
    assert list(came_to) == list(CHECKS)
    assert [check for check in came_to.values() if check["finding"] == "check-broke"] == []
    assert list((codex_home.parent / "temporary").iterdir()) == []


def test_a_state_directory_whose_name_is_no_text_is_told_all_the_same(codex_home: Path) -> None:
    came_to = checks(around(codex_home, PRACTICE_LEDGER_HOME="/nowhere/st\udcff"))
    assert "st\\udcff" in came_to["state-place"]["evidence"][0]["text"]


def test_programs_that_hang_cost_the_other_checks_nothing_and_are_gone_in_the_end(codex_home: Path) -> None:
    for name in ("codex", "practice-ledger"):
        program_file(codex_home.parent / "bin" / name, f"echo $$ >>'{codex_home}/pids'", "sleep 300")
    began = time.monotonic()
    came_to = checks(around(codex_home))
    assert time.monotonic() - began < bounds.DOCTOR_SECONDS + 5
    assert [name for name, check in came_to.items() if check["finding"] == "check-broke"] == []
    assert came_to["host"]["finding"] == "host-silent"
    assert_gone(codex_home)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_doctor_leaves_no_process_and_no_file(codex_home: Path, number: signal.Signals) -> None:
    program_file(codex_home.parent / "bin" / "codex", f"echo $$ >>'{codex_home}/pids'", "sleep 300")
    with subprocess.Popen(command(), env=around(codex_home), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as doctor:
        while not (codex_home / "pids").exists():
            assert doctor.poll() is None
            time.sleep(0.01)
        doctor.send_signal(number)
        output, errors = doctor.communicate(timeout=10)
    assert doctor.returncode == 128 + number
    assert output == b""
    assert b"Traceback" not in errors
    assert list((codex_home.parent / "temporary").iterdir()) == []
    assert_gone(codex_home)


def assert_gone(codex_home: Path) -> None:
    for pid in (codex_home / "pids").read_text().split():
        assert not Path(f"/proc/{pid}").exists()
