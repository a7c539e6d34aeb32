"""Asks `codex app-server`, Codex's own interface for programs, in bounded time."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

from practice_ledger import __version__
from practice_ledger.foreign_files import Unreadable, json_of
from practice_ledger.other_programs import end, started

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from practice_ledger.other_programs import Program

_ANSWER_BYTES = 16 * 1024 * 1024  # an answer names every hook and setting of the user's
_GOODBYE_SECONDS = 1.0


class NoAnswer(Exception):
    """Codex did not answer; the text says why."""


def answers(
    command: Sequence[str],
    folder: str,
    seconds: float,
    questions: Mapping[str, Mapping[str, Any]],
    environment: Mapping[str, str] | None = None,
) -> tuple[str, dict[str, Any]]:
    """How the Codex that `command` starts names itself, and its answer by method to each question that it understands.

    Raises `NoAnswer`. The process has ended when this returns.
    """
    end_at = time.monotonic() + seconds
    try:
        process = started([*command, "app-server"], folder, environment)
    except OSError as error:
        raise NoAnswer(f"it cannot be started: {error.strerror or error}") from None
    try:
        talk = _Talk(process, end_at)
        about = {"clientInfo": {"name": "practice-ledger", "version": __version__}}
        introduced = talk.ask("initialize", about)
        if not isinstance(introduced, dict):
            raise NoAnswer("it answered in a form that is not known")
        talk.say({"method": "initialized", "params": {}})
        answered = {method: talk.ask(method, parameters) for method, parameters in questions.items()}
        _let_it_end(process, end_at)
    finally:
        end(process)
    return str(introduced.get("userAgent", "")), {
        name: answer for name, answer in answered.items() if answer is not None
    }


def _let_it_end(process: Program, end_at: float) -> None:
    """It ends by itself when nobody talks to it any more, and then leaves its own files in order."""
    if process.stdin:
        process.stdin.close()
    until = min(end_at, time.monotonic() + _GOODBYE_SECONDS)
    while process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)


class _Talk:
    """JSON-RPC, one message a line."""

    def __init__(self, process: Program, end_at: float) -> None:
        assert process.stdin  # noqa: S101 - `started` gives pipes
        self._process, self._input = process, process.stdin.fileno()
        self._end_at = end_at
        self._heard = b""
        self._number = 0

    def ask(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """The result; None for a question that Codex refuses. Raises `NoAnswer`."""
        self._number += 1
        self.say({"id": self._number, "method": method, "params": parameters})
        while True:
            message = self._message()
            if message.get("id") == self._number and "method" not in message:
                return message.get("result")

    def say(self, message: Mapping[str, Any]) -> None:
        try:
            os.write(self._input, json.dumps(message).encode() + b"\n")
        except OSError:
            raise NoAnswer("it ended at once") from None

    def _message(self) -> dict[str, Any]:
        while b"\n" not in self._heard:
            try:
                piece = self._process.piece(self._end_at - time.monotonic())
            except TimeoutError:
                raise NoAnswer("it did not answer in time") from None
            if not piece:
                raise NoAnswer("it ended without an answer")
            self._heard += piece
            if len(self._heard) > _ANSWER_BYTES:
                raise NoAnswer("its answer is too long")
        line, _, self._heard = self._heard.partition(b"\n")
        try:
            message = json_of(line)
        except Unreadable:
            message = None
        if not isinstance(message, dict):
            raise NoAnswer("it answered in a form that is not known")
        return message
