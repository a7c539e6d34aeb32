"""The frozen hook is killed, or refused a system call, at every call that touches the state; then that is examined.

After each: every conversation is the old or the new one, what was acknowledged before is there, the secret is whole, no
file is odd, and the next writers work and tidy up.
"""

from __future__ import annotations

import random
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lorelum_answers import PRACTICE
from practice_ledger import bounds
from practice_ledger.storage import tally
from practice_ledger.storage.state_directory import HOME_VARIABLE
from soak import examination
from soak.hook_operations import BYSTANDER, NEW, SUBJECT, Operation, document, state_at
from soak.outcome import Outcome
from soak.system_calls import KILL, End, Point, Program, injected, points

ERRORS = ("EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES")
LOCK_ERRORS = ("ENOLCK", "EOPNOTSUPP")
_SECONDS = bounds.HOOK_SECONDS + 3.0  # and what strace and a loaded machine take


@dataclass(frozen=True)
class Injection:
    """One operation, met by `action` at one point."""

    operation: Rehearsed
    point: Point
    action: str

    def __str__(self) -> str:
        return f"{self.operation.operation.name}: {self.action} at {self.point}"


@dataclass(frozen=True)
class Rehearsed:
    """An operation, the calls in which it touches the state, and what the state holds before and after it."""

    operation: Operation
    points: tuple[Point, ...]
    old: examination.Views
    new: examination.Views


class HookInjections:
    """Runs events through the program `frozen` in states under `work`, a folder of its own."""

    def __init__(self, frozen: Path, work: Path) -> None:
        self._command = [str(frozen), "hook", "codex"]
        self._state = work / "state"
        self._log = work / "strace.log"

    def rehearse(self, operation: Operation) -> Rehearsed:
        """Runs the operation undisturbed."""
        self._lay_out(operation)
        found = points(self._program(operation), self._state, self._log)
        new = examination.views(self._state)
        return Rehearsed(operation, tuple(found), examination.views(operation.before), new)

    def run(self, injection: Injection, outcome: Outcome) -> None:
        operation = injection.operation.operation
        self._lay_out(operation)
        end = injected(self._program(operation), self._state, self._log, injection.point, injection.action)
        outcome.injected(injection.point.call, hit=end.hit)
        wrong = [*self._wrong(injection, end), *self._wrong_after(injection)]
        outcome.found(str(injection), wrong)

    def _program(self, operation: Operation) -> Program:
        return Program(self._command, operation.payload, {"PATH": "/usr/bin:/bin", HOME_VARIABLE: str(self._state)})

    def _lay_out(self, operation: Operation) -> None:
        shutil.rmtree(self._state, ignore_errors=True)
        if operation.before.exists():
            shutil.copytree(operation.before, self._state)

    def _wrong(self, injection: Injection, end: End) -> Iterator[str]:
        """What the process itself left."""
        rehearsed, killed = injection.operation, injection.action == KILL
        found = examination.views(self._state)
        yield from examination.neither_old_nor_new(
            rehearsed.old, rehearsed.new, found, may_be_dropped=rehearsed.operation.drops
        )
        timed_out = end.status == -signal.SIGALRM  # by the system's own timer, which the wrapper makes silence of
        # What cannot be read cannot be dropped, and the new one is bound nevertheless.
        limit = bounds.ROOTS if killed else bounds.ROOTS + 1
        yield from examination.odd_files(self._state, 1 if killed or timed_out else 0, conversations=limit)
        yield from examination.secret_lost(rehearsed.operation.before, self._state)
        if not killed:
            if (end.status != 0 and not timed_out) or end.stderr:
                yield f"status {end.status}, {end.stderr!r} on standard error"
            if end.seconds > _SECONDS:
                yield f"took {end.seconds:.1f} s"
        before = examination.counted(rehearsed.operation.before, tally.RESULTS)
        after = examination.counted(self._state, tally.RESULTS)
        if after is None:
            yield "the tally is damaged"
        elif after and after != before and found != rehearsed.new:
            yield "a result was counted and is not there"

    def _wrong_after(self, injection: Injection) -> Iterator[str]:
        """What later hooks, which nothing disturbs, make of it."""
        operation = injection.operation.operation
        there = operation.before.exists()
        held = examination.read_ids(document(self._state, SUBJECT))
        examination.age_temporary_files(self._state)
        with state_at(self._state) as driver:
            if there and PRACTICE not in driver.hint(BYSTANDER):
                yield "an acknowledged read of another conversation is gone"
            driver.send(driver.start(SUBJECT, "resume"))
            driver.read(SUBJECT, "after.the-crash")
            told = driver.hint(SUBJECT)
            if "after.the-crash" not in told or any(read not in told for read in held):
                yield f"the next writer does not work, or lost {held}"
            for path in (document(self._state, NEW), document(self._state, "one more")):
                path.unlink(missing_ok=True)
            driver.send(driver.start("one more"))
        yield from examination.odd_files(self._state, 0)


def kills(rehearsed: list[Rehearsed]) -> list[Injection]:
    """Every kill point of these operations."""
    return [Injection(each, point, KILL) for each in rehearsed for point in each.points]


def errors(rehearsed: list[Rehearsed]) -> list[Injection]:
    """Every call of these operations fails once with each error, and each kind of call from its first time on."""
    found = []
    for each in rehearsed:
        firsts = {point.call: Point(point.call, point.ordinal, onward=True) for point in reversed(each.points)}
        for point in (*each.points, *firsts.values()):
            names = ERRORS + (LOCK_ERRORS if point.call == "flock" else ())
            found += [Injection(each, point, f"error={name}") for name in names]
    return found


def mixed(injections: list[Injection]) -> list[Injection]:
    """The same, the first of each kind of call of each operation first, the rest in an order that never changes."""
    seen = set()
    first: list[Injection] = []
    rest: list[Injection] = []
    for injection in injections:
        kind = (injection.operation.operation.name, injection.point.call, injection.point.onward)
        (rest if kind in seen else first).append(injection)
        seen.add(kind)
    random.Random(1).shuffle(rest)  # noqa: S311 - an order, not a secret
    return [*first, *rest]
