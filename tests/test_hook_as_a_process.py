"""How a hook takes its input, keeps its time, writes its reply and ends. [R12, R21]"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from practice_ledger import bounds, hook
from practice_ledger.deadline import Deadline


@pytest.mark.parametrize(("size", "is_kept"), [(100_000, True), (100_001, False), (300_000, False)])
def test_an_input_that_is_too_large_is_read_to_its_end_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, is_kept: bool
) -> None:
    monkeypatch.setattr(bounds, "PAYLOAD_BYTES", 100_000)
    (tmp_path / "input").write_bytes(b"x" * size)
    source = os.open(tmp_path / "input", os.O_RDONLY)
    drained = hook._drained(source)
    left = os.read(source, 1)
    os.close(source)
    assert (drained, left) == (b"x" * size if is_kept else None, b"")


def test_the_time_of_a_hook_starts_when_its_input_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def answered(*_: object) -> bytes:
        steps.append("answered")
        return b""

    class Timed(Deadline):
        def __init__(self) -> None:
            steps.append("time starts")
            super().__init__()

        def enforce(self) -> None:
            steps.append("timer set")

    monkeypatch.setattr(hook, "Deadline", Timed)
    monkeypatch.setattr(hook, "_drained", lambda _: steps.append("input complete"))
    monkeypatch.setattr(hook, "answer", answered)
    monkeypatch.setattr(os, "_exit", lambda status: steps.append(f"ended with {status}"))
    hook.run("codex")
    assert steps == ["input complete", "time starts", "timer set", "answered", "ended with 0"]


@pytest.mark.parametrize("error", [OSError, MemoryError, SystemExit])
@pytest.mark.parametrize("at", ["_drained", "answer", "_write"])
def test_a_hook_ends_with_status_0_whatever_is_raised_wherever(
    monkeypatch: pytest.MonkeyPatch, at: str, error: type[BaseException]
) -> None:
    ended: list[int] = []

    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(Deadline, "enforce", lambda _: None)
    monkeypatch.setattr(hook, "_drained", lambda _: b"{}")
    monkeypatch.setattr(hook, "answer", lambda *_: b"reply")
    monkeypatch.setattr(hook, "_write", lambda _: None)
    monkeypatch.setattr(hook, at, broken)
    monkeypatch.setattr(os, "_exit", ended.append)
    hook.run("codex")
    assert ended == [0]


def test_a_reply_is_written_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    written = bytearray()

    def some(_: int, data: bytes) -> int:
        written.extend(data[:7])
        return len(data[:7])

    monkeypatch.setattr(os, "write", some)
    hook._write(b"0123456789" * 3)
    assert written == b"0123456789" * 3
