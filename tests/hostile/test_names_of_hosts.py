"""Names that a host gives to sessions, threads, calls and agents may be anything, and stand nowhere. [R4, R6]"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_drivers.codex import CodexDriver
from hostile.texts import TEXTS
from lorelum_answers import PRACTICE, line
from practice_ledger import bounds
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hosts.codex.caller import CALL_VARIABLE, SESSION_VARIABLE, THREAD_VARIABLE
from practice_ledger.reading.sealer import receipts

NAMES = {
    "path": "../../../../tmp/evil",
    "absolute path": "/etc/passwd",
    "dots": "..",
    "null": "a\0b",
    "line breaks": "a\nb\r\u2028c",
    "lone surrogates": "\ud800\udfff\ud800",
    "not in any locale": "\udc80\udcff",
    "shell": "$(touch ran);`touch ran`",
    "JSON": '","version":2,"x":"',
    "temporary file": f"{'ab' * 32}.json.1.x.tmp",
    "hash": "ab" * 32,
    "one byte": "\x01",
    "blank": " ",
    "formats": "%s%n{0}{x.__class__}",
    "a megabyte": "long" * (bounds.PAYLOAD_BYTES // 4),
    "a megabyte that is not ASCII": "\u4e2d" * (bounds.PAYLOAD_BYTES // 3),
    "terminal": TEXTS["clear and home"],
    "right to left": TEXTS["bidi overrides, Arabic"],
}
VARIABLES = (SESSION_VARIABLE, THREAD_VARIABLE, CALL_VARIABLE)
FILES = re.compile(
    r"conversations(/[0-9a-f]{64}\.json)?|locks(/[a-z0-9-]+\.lock)?|practice-ledger-state|secret|tally\.json|diagnostics\.log(\.1)?"
)


def traces_of(name: str) -> set[str]:
    """The name, and its parts as they might be written somewhere."""
    parts = {name, name[:40], name[-40:], json.dumps(name)[1:-1], json.dumps(name, ensure_ascii=False)[1:-1]}
    return {part for part in parts if len(part) > 2 and part not in "ab" * 64}


def is_text(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name)


def everything_kept(state_path: Path) -> tuple[list[str], str]:
    """The names of all files of the state, and all that they hold."""
    files = sorted(state_path.rglob("*"))
    content = "".join(path.read_bytes().decode("latin-1") for path in files if path.is_file() and path.name != "secret")
    return [str(path.relative_to(state_path)) for path in files], content


def remembers(driver: CodexDriver, name: str) -> str:
    """A whole conversation in which every name is this one; the hint at its end."""
    calls = (name, name, f"lore get {PRACTICE} --json")
    for event in (driver.start(name), driver.begin(*calls), driver.finish(*calls, line(PRACTICE))):
        assert driver.send(_with_thread(event, name)) == b""
    hint = driver.told(driver.send(_with_thread(driver.child(name, name), name)))
    assert driver.send(_with_thread(driver.end(name), name)) == b""
    return hint


def _with_thread(event: bytes, name: str) -> bytes:
    return json.dumps(json.loads(event) | {"transcript_path": name, "turn_id": name, "model": name}).encode()


def _leaves_no_trace(name: str, hint: str, state_path: Path) -> None:
    names, content = everything_kept(state_path)
    assert [found for found in names if not FILES.fullmatch(found)] == []
    for trace in traces_of(name):
        assert trace not in content
        assert trace not in hint


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_any_name_works_and_stands_in_no_path_file_or_hint(name: str, state_path: Path, tmp_path: Path) -> None:
    driver = CodexDriver()
    hint = remembers(driver, name)
    driver.send(driver.by_child(driver.begin(name, name, f"lore get {PRACTICE} --json | {name}")))
    driver.send(driver.finish(name, name, f"lore get {PRACTICE}", name))
    assert (PRACTICE in hint) == is_text(name), "what is no text is no name: nothing is remembered of it"
    _leaves_no_trace(name, hint, state_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["state"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.text(st.characters(), min_size=3, max_size=200).filter(lambda name: name[0] > "~"))
def test_a_name_of_any_characters_leaves_no_trace(name: str, state_path: Path) -> None:
    hint = remembers(CodexDriver(), name)
    assert PRACTICE in hint
    _leaves_no_trace(name, hint, state_path)


def test_names_that_differ_in_one_odd_character_are_different_conversations(state_path: Path) -> None:
    driver = CodexDriver()
    names = ["s", "s\0", "s ", "S", "s\u0301", "\u0161", "s\u200b", "\u017f", "s\n", "s/", "s/."]
    for number, name in enumerate(names):
        driver.send(driver.start(name))
        driver.read(name, f"pack.practice-{number}")
    for number, name in enumerate(names):
        assert re.findall(r'id "([^"]+)"', driver.hint(name)) == [f"pack.practice-{number}"]


IN_AN_ENVIRONMENT = {label: name for label, name in NAMES.items() if "\0" not in name and len(name) < 10**5}


@pytest.mark.parametrize("name", IN_AN_ENVIRONMENT.values(), ids=IN_AN_ENVIRONMENT)
def test_a_receipt_holds_no_name_of_its_caller(name: str, state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = CodexDriver()
    driver.send(driver.start(name))
    monkeypatch.setattr(os, "environ", dict(os.environ) | dict.fromkeys(VARIABLES, name))
    made = receipts([PracticeRead(PRACTICE, "a" * 64, "T", None, ["p"])])
    assert len(made) == is_text(name)
    for receipt in made:
        assert receipt.count(b"\n") == 1
        assert [trace for trace in traces_of(name) if trace in receipt.decode("ascii")] == []
        driver.send(driver.finish(name, name, "./script", receipt.decode()))
        assert PRACTICE in driver.hint(name)
