"""Whatever a Pack or `lore` writes, a terminal shows it and does nothing else. [R23]"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from hostile.texts import TEXTS, UNSHOWN
from lorelum_answers import answer
from on_terminal import on_terminal
from practice_ledger.reading.exit_statuses import READ
from practice_ledger.reading.terminal_text import harmless, laid_out

# What may be in what a terminal is given beside what it shows: line ends, and what joins letters and emoji. Private
# and unassigned characters, selectors of a variant and fillers steer nothing: at worst they show as a box or a blank.
KEPT = set("\n\t\u200c\u200d")


def steering(text: str) -> set[str]:
    return {one for one in text if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - KEPT


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_for_a_terminal_holds_nothing_that_steers_it(text: str) -> None:
    shown = harmless(text)
    assert steering(shown) == set()
    kept = [one for one in text if one not in steering(text)]
    assert [one for one in kept if one not in shown] == []
    for line in laid_out(shown, 80, bold=False).split("\n"):
        assert steering(line) == set()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_hidden_character_is_written_out_where_it_stood(text: str) -> None:
    for one in steering(text) - {"\r"}:
        assert one.encode("unicode_escape").decode() in harmless(text)


def lore_that(tmp_path: Path, script: str) -> str:
    path = tmp_path / "lore"
    program = path.with_suffix(".py")
    program.write_text(f"import sys\n{script}\n", encoding="utf-8")
    path.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(program))}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


WHOLE = {name: text for name, text in TEXTS.items() if "\ud800" not in text}


def test_all_texts_together_reach_a_terminal_as_text(assembled_plugin: Path, tmp_path: Path) -> None:
    members = dict.fromkeys(WHOLE.values(), "x")
    said = json.dumps(
        answer(
            "a.b",
            title="".join(WHOLE.values()),
            applies_when="".join(WHOLE.values()),
            body="\n\n".join(WHOLE.values()),
            anti_patterns=[members],
            tech_stack=list(WHOLE.values()),
            further=members,
        )
    )
    noise = "".join(WHOLE.values()).encode("utf-8")[:6000]
    lore = lore_that(tmp_path, f"sys.stderr.buffer.write({noise!r})\nprint({said!r})")
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_LORE": lore, "TERM": "dumb", "HOME": str(tmp_path)}
    status, shown_bytes = on_terminal([assembled_plugin / "bin/practice-ledger", "read", "a.b"], environment)
    assert status == READ
    seen = shown_bytes.decode()
    assert steering(seen) == {"\r"}
    assert "\\x1b]52;c;cm0gLXJmIH4K\\x07" in seen
    shown = "".join(seen.split())
    for text in WHOLE.values():
        assert "".join(harmless(text).split()) in shown


@pytest.mark.parametrize("listens", ["terminal", "pipe"])
def test_a_message_of_lore_is_one_harmless_line(assembled_plugin: Path, tmp_path: Path, listens: str) -> None:
    message = "".join(WHOLE.values())
    failure = {"protocolVersion": 2, "command": "get", "ok": False, "error": {"code": message, "message": message}}
    lore = lore_that(tmp_path, f"print({json.dumps(failure)!r})\nsys.exit(2)")
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_LORE": lore, "TERM": "dumb", "HOME": str(tmp_path)}
    command: list[str | Path] = [assembled_plugin / "bin/practice-ledger", "read", "a.b"]
    if listens == "terminal":
        status, seen = on_terminal(command, environment)
    else:
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        status, seen = done.returncode, done.stdout + done.stderr
    assert status == 2
    (line,) = seen.decode().splitlines()
    assert not UNSHOWN.search(line)
    assert line.startswith("practice-ledger: a.b: ")


def test_a_path_of_a_users_own_setting_is_one_harmless_line(assembled_plugin: Path, tmp_path: Path) -> None:
    setting = "/nowhere/" + "".join(text for text in WHOLE.values() if "\0" not in text)
    environment = {"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_LORE": setting, "TERM": "dumb", "HOME": str(tmp_path)}
    done = subprocess.run(
        [assembled_plugin / "bin/practice-ledger", "read", shlex.quote("a.b")],
        env=environment,
        capture_output=True,
        check=False,
    )
    (line,) = done.stderr.decode().splitlines()
    assert not UNSHOWN.search(line)
