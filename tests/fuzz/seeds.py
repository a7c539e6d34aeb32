"""First inputs of each target: what real hosts sent, and whole things that fuzzing has to break."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from fuzz.state_targets import CONVERSATION, NAME
from fuzz.text_targets import PRACTICE, RECEIPTS
from host_drivers.codex import CodexDriver
from hosts.evidence import payloads, recordings
from lorelum_answers import answer
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.ledger.document import encode, new_conversation

_LONGEST = 6000  # bytes; longer ones hold nothing that shorter ones do not

_COMMANDS = (
    f"lore get {PRACTICE} --json",
    f"set -e\nlore get {PRACTICE} && lore get 'pack.b' --no-project 2>/dev/null; echo \"a b\"; printf 'x\\n'",
    f"bash -lc 'cd /tmp && lore get {PRACTICE} --debug'\n# a note\nset -euo pipefail",
    f"lore --store-root /x get {PRACTICE} | head; for x in y; do lore get $x; done > /dev/null || true &",
)
FAILURE = {"protocolVersion": 2, "command": "get", "ok": False, "error": {"code": "practice.not-found", "message": ""}}


def seeds(target: str) -> list[bytes]:
    """The seeds of one target."""
    return [seed for seed in _SEEDS[target]() if len(seed) <= _LONGEST]


def write_seeds(target: str, folder: Path) -> None:
    for number, seed in enumerate(seeds(target)):
        (folder / f"seed-{number:03d}").write_bytes(seed)


def _hook() -> Iterator[bytes]:
    driver = CodexDriver()
    read = (CONVERSATION, "c1", f"lore get {PRACTICE} --json")
    steps = [
        driver.start(CONVERSATION),
        driver.begin(*read),
        driver.finish(*read, _line()),
        driver.child(CONVERSATION, "agent"),
        driver.by_child(driver.begin(*read)),
        driver.finish(CONVERSATION, "c2", "./x", "\n".join(RECEIPTS)),
        driver.end(CONVERSATION),
    ]
    yield b"\n".join(steps[:4])
    yield from steps
    for recording in recordings():
        yield from payloads(recording)


def _document() -> Iterator[bytes]:
    held = new_conversation(0)
    yield encode(NAME, held)
    held.bind("codex", "/t", 10**9)
    held.begin_call("/t", "call", "command")
    held.seal_call("other")
    for name in ("pack.one", "pack.b"):
        held.record(PracticeRead(name, "a" * 64, "T\u00eftel", "w", ["p", "q"]), 10**9)
    yield encode(NAME, held)
    for number in range(9):
        held.record(PracticeRead(f"pack.long-{number}", "b" * 64, "T" * 200, "w" * 50, ["p"]), 10**9)
    yield encode(NAME, held)


def _count() -> Iterator[bytes]:
    yield b'{"version":2}'
    words = {"child-started": {"count": 3, "last": 1}}
    yield json.dumps({"version": 1, "events": words, "results": {}, "refusals": {}}).encode()


def _command() -> Iterator[bytes]:
    yield from (text.encode() for text in _COMMANDS)


def _output() -> Iterator[bytes]:
    two = f"lore get {PRACTICE} --json; lore get pack.b"
    yield f"{_COMMANDS[0]}\0{_line()}".encode()
    yield f"{two}\0{_line()}{_line('pack.b')}".encode()
    yield f"{two}\0{_line()}{_compact(FAILURE)}\r\n".encode()
    yield f"{_COMMANDS[1]}\0{_line()}{_line('pack.b')}a b\nx\n".encode()


def _envelope() -> Iterator[bytes]:
    yield _line().rstrip("\n").encode()
    yield _compact(FAILURE).encode()
    rich = answer(PRACTICE, anti_patterns=[{"name": "x\ny", "fix": ["z", None]}], tech_stack=["a"], severity=1.5)
    rich["data"]["further"] = {"a": [{"b": True}]}
    yield _compact(rich).encode()


def _receipts() -> Iterator[bytes]:
    yield "\n".join(RECEIPTS).encode()
    yield (RECEIPTS[0][:-1] + "\n" + RECEIPTS[1]).encode()


def _line(practice_id: str = PRACTICE) -> str:
    return _compact(answer(practice_id, title="T\u00eftel", packs=["p", "q"])) + "\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_SEEDS = {
    "hook": _hook,
    "document": _document,
    "tally": _count,
    "command": _command,
    "output": _output,
    "envelope": _envelope,
    "receipts": _receipts,
}
