"""The scenarios: what each event is, on which state, and how it shows that the hook did its work."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench import rows
from bench.installed import Installed
from bench.measuring import Scenario
from bench.practices import CHINESE, ENGLISH, Practice, practices
from bench.prepared_state import PreparedState
from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hosts.codex.caller import CALL_VARIABLE, SESSION_VARIABLE, THREAD_VARIABLE
from practice_ledger.proof.payload_filter import PATTERNS
from practice_ledger.reading.sealer import receipts

ROOT = "root"
PYTHON = str(Path(sys.executable).resolve())  # the one behind the build's virtual environment

_READ: Practice = practices(ENGLISH)[0]
_CALL = (ROOT, "call-1", f"lore get {_READ.practice_id} --json")


class Scenarios:
    """Makes scenarios over one installed plugin, each with a state of its own."""

    def __init__(self, installed: Installed) -> None:
        self.installed = installed
        self.host = CodexDriver()

    def bases(self) -> list[Scenario]:
        environment = self.installed.environment(self.installed.work / "none")
        return [
            Scenario(rows.EMPTY_HOOK, ["bash", "-c", ":"], b"", environment),
            Scenario(rows.EMPTY_PYTHON, [PYTHON, "-I", "-S", "-c", "pass"], b"", environment),
        ]

    def unrelated(self) -> list[Scenario]:
        sizes = ((rows.UNRELATED_2_KB, 2_000), (rows.UNRELATED_40_KB, 40_000), (rows.UNRELATED_1_MB, 1_000_000))
        return [self._unrelated(name, size) for name, size in sizes]

    def work(self) -> list[Scenario]:
        return [
            *self._reads(),
            *self._children(),
            *self._sessions(),
        ]

    def alternative(self, program: Path) -> list[Scenario]:
        """The same events given to the obvious program, without a wrapper."""
        return [
            replace(scenario, name=name, command=["bash", "-c", f"{shlex.quote(str(program))} hook codex"])
            for name, scenario in (
                (rows.ALTERNATIVE_UNRELATED, self._unrelated(rows.ALTERNATIVE_UNRELATED, 2_000)),
                (rows.ALTERNATIVE_READ_ENDS, self._read_ends(rows.ALTERNATIVE_READ_ENDS, [])),
                (rows.ALTERNATIVE_CHILD, self._child(rows.ALTERNATIVE_CHILD, bounds.CANDIDATES_PER_ROOT)),
            )
        ]

    # --- tool calls ---

    def _unrelated(self, name: str, size: int) -> Scenario:
        text = "\n".join(practice.body for practice in practices(ENGLISH))
        output = (text * (size // len(text) + 1))[:size]
        payload = self.host.finish(ROOT, "call-2", "cat notes/*.md", output)[: size - 2] + b'"}'
        if any(pattern in payload for pattern in PATTERNS):
            raise ValueError("this payload is not unrelated to reads")
        return self._scenario(name, "PostToolUse", payload, self._announced(name))

    def _reads(self) -> Iterator[Scenario]:
        state = self._announced(rows.READ_BEGINS)
        begin = self.host.begin(*_CALL)
        yield self._scenario(rows.READ_BEGINS, "PreToolUse", begin, state, _documents(state, pending=1))
        for name, reads in (
            (rows.READ_ENDS, []),
            (rows.REPEATED_READ_OF_1, _kept(1)),
            (rows.REPEATED_READ_OF_32, _kept(bounds.CANDIDATES_PER_ROOT)),
            (rows.REPEATED_READ_AT_BOUND, _as_large_as_can_be()),
        ):
            yield self._read_ends(name, reads)
        yield self._sealed()

    def _read_ends(self, name: str, reads: Sequence[PracticeRead]) -> Scenario:
        state = self._announced(name, reads, self.host.begin(*_CALL))
        payload = self.host.finish(*_CALL, _READ.answer())
        shows = _documents(state, held=max(1, len(reads)), newest=_READ.practice_id)
        return self._scenario(name, "PostToolUse", payload, state, shows)

    def _sealed(self) -> Scenario:
        state = self._announced(rows.SEALED_READ_ENDS)
        names = {SESSION_VARIABLE: ROOT, THREAD_VARIABLE: ROOT, CALL_VARIABLE: "call-3"}
        with state.in_use(names):
            (receipt,) = receipts([_READ.read()])
        payload = self.host.finish(ROOT, "call-3", "./read-all.sh", receipt.decode() + _READ.body)
        shows = _documents(state, held=1, newest=_READ.practice_id)
        return self._scenario(rows.SEALED_READ_ENDS, "PostToolUse", payload, state, shows)

    # --- children and sessions ---

    def _children(self) -> Iterator[Scenario]:
        for name, count in (
            (rows.CHILD_TOLD_NOTHING, 0),
            (rows.CHILD_TOLD_OF_1, 1),
            (rows.CHILD_TOLD_OF_32, bounds.CANDIDATES_PER_ROOT),
        ):
            yield self._child(name, count)

    def _child(self, name: str, count: int) -> Scenario:
        state = self._announced(name, _kept(count))
        shows = _told(min(count, bounds.HINT_ITEMS))
        return self._scenario(name, "SubagentStart", self.host.child(ROOT, "agent-1"), state, shows)

    def _sessions(self) -> Iterator[Scenario]:
        start = self.host.start(ROOT)
        for name, count, left in (
            (rows.SESSION_STARTS_BESIDE_1, 1, 2),
            (rows.SESSION_STARTS_BESIDE_511, bounds.ROOTS - 1, bounds.ROOTS),
            (rows.SESSION_MAKES_ROOM, bounds.ROOTS, bounds.ROOTS - bounds.ROOTS_DROPPED_AT_ONCE + 1),
        ):
            state = self._state(name)
            with state.in_use():
                self.host.send(self.host.start("first"))
            state.add_conversations(count - 1, _kept(4))
            state.keep()
            yield self._scenario(name, "SessionStart", start, state, _documents(state, count=left))
        state = self._announced(rows.SESSION_ENDS, _kept(8), self.host.begin(*_CALL))
        yield self._scenario(rows.SESSION_ENDS, "SessionEnd", self.host.end(ROOT), state, _documents(state, held=8))

    # --- parts ---

    def _scenario(
        self,
        name: str,
        event: str,
        payload: bytes,
        state: PreparedState,
        shows: Callable[[bytes], bool] = lambda reply: reply == b"",
    ) -> Scenario:
        installed = self.installed
        return Scenario(
            name, installed.command(event), payload, installed.environment(state.path), state.restore, shows
        )

    def _state(self, name: str) -> PreparedState:
        return PreparedState(self.installed.work / "states" / name.replace(" ", "-"))

    def _announced(self, name: str, reads: Sequence[PracticeRead] = (), begun: bytes = b"") -> PreparedState:
        """A state in which the root conversation was announced, has read `reads` and has perhaps begun a call."""
        state = self._state(name)
        with state.in_use():
            self.host.send(self.host.start(ROOT))
            state.remember(ConversationKey(self.host.host, ROOT), list(reads))
            if begun:
                self.host.send(begun)
        state.keep()
        return state


def _kept(count: int) -> list[PracticeRead]:
    """So many reads, the one that is repeated among them, as the oldest."""
    return [practice.read() for practice in practices(ENGLISH)[:count]]


def _as_large_as_can_be() -> list[PracticeRead]:
    """Reads that fill what one root may keep, in bytes as they are stored; the oldest is the one that is repeated."""
    text = practices(CHINESE)[0].applies_when * 9
    share = bounds.CANDIDATES_BYTES_PER_ROOT // bounds.CANDIDATES_PER_ROOT
    characters = (share - 560) // 6  # a stored character that is not ASCII takes six bytes
    large = [practice.read() for practice in practices(ENGLISH)[: bounds.CANDIDATES_PER_ROOT]]
    for read in large[1:]:
        read.applies_when = text[:characters]
    return large


def _documents(
    state: PreparedState, *, count: int = 1, pending: int = 0, held: int | None = None, newest: str | None = None
) -> Callable[[bytes], bool]:
    """Says whether nothing was answered and the state holds so many documents; of a single one, what it holds."""

    def shows(reply: bytes) -> bool:
        documents = [json.loads(document) for document in state.documents()]
        if count != 1:
            return reply == b"" and len(documents) == count
        (document,) = documents
        candidates = document["candidates"]
        return (
            reply == b""
            and len(document["pending"]) == pending
            and (held is None or len(candidates) == held)
            and (newest is None or max(candidates, key=lambda held: held["sequence"])["practice_id"] == newest)
        )

    return shows


def _told(items: int) -> Callable[[bytes], bool]:
    return lambda reply: (reply == b"") if items == 0 else reply.count(b"- id ") == items
