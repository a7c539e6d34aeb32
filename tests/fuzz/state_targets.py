"""Promises of what reads and writes the state: the whole hook, a stored document, the tally. [R6, R12, R13, R21]"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import tempfile
from pathlib import Path

from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.contract.candidate import RESULTS
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.deadline import Deadline
from practice_ledger.hint.rendering import render
from practice_ledger.hook import answer
from practice_ledger.ledger.document import Damaged, decode, encode
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.storage import tally
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import HOME_VARIABLE
from practice_ledger.strict_json import LARGEST_INTEGER

CONVERSATION = "s"
NAME = ConversationKey("codex", CONVERSATION).hashed()
PAYLOADS_AT_ONCE = 6

_KNOWN_NAME = re.compile(
    r"conversations(/[0-9a-f]{64}\.json)?|damaged(/[0-9a-f]{64}\.json)?|locks(/[a-z0-9-]+\.lock)?"
    r"|practice-ledger-state|secret|tally\.json|diagnostics\.log"
)
# Time, activity, and reasons; behind one of them an error's number or its class and place, but never its message.
_DIAGNOSTIC = re.compile(r"[-0-9:TZ]{20} [a-z-]+ (?:[a-z-]+(?: errno \d+| \w+ \w+\.py:\d+)?(?:, )?)+")
_ITEM = re.compile(r'- id "[a-z0-9.-]+", title "(?:[^"\\<>`]|\\.)*", digest "[0-9a-f]{12}", packs .*')
_WORDS = set(RESULTS) | set(REASONS)


class _Scratch:
    """A state directory in which one conversation was announced and read one Practice; put back for each input."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="practice-ledger-fuzz-"))
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self.path = self._folder / "state"
        os.environ[HOME_VARIABLE] = str(self.path)
        driver = CodexDriver()
        driver.send(driver.start(CONVERSATION))
        driver.read(CONVERSATION, "pack.one")
        self._files = {path: path.read_bytes() for path in self.path.rglob("*") if path.is_file()}

    def put_back(self) -> None:
        shutil.rmtree(self.path)
        for path, content in self._files.items():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.write_bytes(content)
        os.environ[HOME_VARIABLE] = str(self.path)

    def names(self) -> list[str]:
        return [str(path.relative_to(self.path)) for path in self.path.rglob("*")]

    def text(self, name: str) -> str:
        path = self.path / name
        return path.read_text() if path.exists() else ""


_scratches: list[_Scratch] = []


def _scratch() -> _Scratch:
    if not _scratches:
        _scratches.append(_Scratch())
    _scratches[0].put_back()
    return _scratches[0]


def hook(data: bytes) -> None:
    """A few payloads, one on each line: silence or a hint, no fault of our own, a state that is whole and says nothing
    of them."""
    scratch = _scratch()
    for payload in data.split(b"\n")[:PAYLOADS_AT_ONCE]:
        reply = answer("codex", payload, Deadline())
        assert not reply or _is_hint(reply)
    unknown = [name for name in scratch.names() if not _KNOWN_NAME.fullmatch(name)]
    assert unknown == []
    lines = scratch.text("diagnostics.log").splitlines()
    # A fault of our own is counted under this reason and not raised; its place stands here.
    assert [line for line in lines if " internal" in line] == []
    assert [line for line in lines if not _DIAGNOSTIC.fullmatch(line)] == []
    counts = json.loads(scratch.text("tally.json"))
    assert set(counts["results"]) | set(counts["refusals"]) <= _WORDS
    for path in (scratch.path / "conversations").iterdir():
        decode(path.stem, path.read_bytes())


def document(data: bytes) -> None:
    """A stored document is damaged, newer, or one that can be used, told and stored again."""
    try:
        held = decode(NAME, data)
    except (Damaged, Refused):
        return
    _check_hint(render(held.candidates[::-1]))
    _check_hint(render(held.live_candidates(0)[::-1]))
    assert encode(NAME, decode(NAME, encode(NAME, held))) == encode(NAME, held)
    largest = max(held.sequence, held.generation)
    thread = None if held.thread is None else "/t"
    held.bind("codex", thread, 10**9)
    held.begin_call(thread, "call", "command")
    assert held.finish_call(thread, "call", "command") in (None, "begun-twice")
    assert held.record(PracticeRead("pack.two", "b" * 64, "T", "w", ["p"]), 10**9) == "added" or any(
        known.practice_id == "pack.two" for known in held.candidates
    )
    assert len(held.candidates) <= bounds.CANDIDATES_PER_ROOT
    if largest < LARGEST_INTEGER:
        decode(NAME, encode(NAME, held))


def count(data: bytes) -> None:
    """A tally is used, started anew or left alone, and what is counted afterwards can be counted on."""
    scratch = _scratch()
    file = scratch.path / tally.FILE
    file.write_bytes(data)
    state = State.opened(str(scratch.path), Deadline(), create=False)
    assert state
    for _ in range(2):
        tally.count(state, [(tally.EVENTS, "child-started"), (tally.REFUSALS, "payload")], 1)
    state.close()
    after = file.read_bytes()
    if after != data:
        counts = json.loads(after)
        assert counts["refusals"]["payload"]["count"] >= 2
        assert all(found["count"] >= 0 for kind in ("events", "results", "refusals") for found in counts[kind].values())


def _is_hint(reply: bytes) -> bool:
    output = json.loads(reply)["hookSpecificOutput"]
    assert output.keys() == {"hookEventName", "additionalContext"}
    _check_hint(output["additionalContext"])
    return True


def _check_hint(hint: str) -> None:
    assert len(hint.encode()) <= bounds.HINT_BYTES
    items = [line for line in hint.splitlines() if line.startswith("-")]
    assert len(items) <= bounds.HINT_ITEMS
    assert all(_ITEM.fullmatch(line) for line in items)
