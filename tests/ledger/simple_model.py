"""What the ledger should do, said again as simply as can be: no files, no locks, no digests. [R5, R8 to R11, R14]"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from practice_ledger import bounds

_epochs = count(1)


@dataclass
class Call:
    command: str
    epoch: int
    doubled: bool = False


@dataclass
class Root:
    """`reads` maps a Practice's id to (content digest, time), in order of commits."""

    thread: str
    bound_at: int
    epoch: int = field(default_factory=lambda: next(_epochs))
    reads: dict[str, tuple[str, int]] = field(default_factory=dict)
    calls: dict[str, Call] = field(default_factory=dict)
    sealed: list[str] = field(default_factory=list)
    written_at: float = 0.0
    damaged: bool = False

    def reads_expired(self, now: int) -> bool:
        past = [at for _, at in self.reads.values() if at <= now]
        return bool(past) and now - max(past) > bounds.ROOT_LIFETIME

    def expired(self, now: int) -> bool:
        return now - self.bound_at > bounds.ROOT_LIFETIME and (not self.reads or self.reads_expired(now))

    def live(self, now: int) -> dict[str, tuple[str, int]]:
        return {} if self.reads_expired(now) else self.reads

    def start_over(self) -> None:
        self.epoch = next(_epochs)
        self.reads = {}

    def record(self, practice: str, digest: str, now: int) -> str:
        if self.reads_expired(now):
            self.reads = {}
        before = self.reads.pop(practice, None)
        self.reads[practice] = (digest, now)
        while len(self.reads) > bounds.CANDIDATES_PER_ROOT:
            del self.reads[next(iter(self.reads))]
        return "added" if before is None else "repeated" if before[0] == digest else "replaced"


class Refusal(Exception):
    """The model's own word that nothing is done."""


Reads = tuple[tuple[str, str], ...]


class Model:
    """Roots by name. `now` is the clock; the ledger sees the same."""

    def __init__(self) -> None:
        self.now = 1_800_000_000
        self.roots: dict[str, Root] = {}

    def bind(self, name: str, thread: str, *, start_over: bool) -> int:
        known = self._usable(name)
        if known is None:
            self._make_room()
            known = self.roots[name] = Root(thread, self.now)
        else:
            if start_over or known.thread != thread or known.reads_expired(self.now) or known.expired(self.now):
                known.start_over()
            known.thread, known.bound_at = thread, self.now
        return known.epoch

    def begin(self, name: str, thread: str, call: str, command: str) -> int:
        root = self._announced(name, thread)
        if call in root.calls:
            root.calls[call].doubled = True
        else:
            root.calls[call] = Call(command, root.epoch)
            while len(root.calls) > bounds.PENDING_CALLS:
                del root.calls[next(iter(root.calls))]
        return root.epoch

    def finish(self, name: str, thread: str, call: str, command: str, reads: Reads) -> tuple[str, ...]:
        root = self._announced(name, thread)
        found = root.calls.get(call)
        if found is None:
            raise Refusal("not-begun")
        if found.doubled:
            raise Refusal("begun-twice")
        del root.calls[call]
        if found.epoch != root.epoch:
            raise Refusal("stale")
        if found.command != command:
            raise Refusal("command-changed")
        return tuple(root.record(practice, digest, self.now) for practice, digest in reads)

    def sealed(self, name: str, epoch: int, call: str, reads: Reads) -> tuple[str, ...]:
        root = self._announced(name)
        if root.epoch != epoch:
            raise Refusal("stale")
        if call in root.sealed:
            raise Refusal("receipt-repeated")
        root.sealed = [*root.sealed, call][-bounds.PENDING_CALLS :]
        return tuple(root.record(practice, digest, self.now) for practice, digest in reads)

    def end(self, name: str) -> None:
        if root := self._usable(name):
            root.calls, root.reads = {}, root.live(self.now)

    def expire(self) -> int:
        """How many went; the others keep what still counts."""
        gone = sum(self._drop(name) for name in list(self.roots) if self._gone(name))
        for root in self.roots.values():
            root.reads = root.live(self.now)
        return gone

    def told(self, name: str) -> list[str]:
        """To a child, which changes nothing."""
        root = self.roots.get(name)
        return list(root.live(self.now))[::-1] if root else []

    def current(self, name: str) -> int | None:
        root = self.roots.get(name)
        return root.epoch if root and not root.expired(self.now) else None

    def is_damaged(self, name: str) -> bool:
        """Then a child is told nothing, and nothing else is said of it."""
        return name in self.roots and self.roots[name].damaged

    def _usable(self, name: str) -> Root | None:
        """For a change, which sets a damaged document aside."""
        if name in self.roots and self.roots[name].damaged:
            self._drop(name)
        return self.roots.get(name)

    def _announced(self, name: str, thread: str | None = None) -> Root:
        root = self._usable(name)
        if root is None or root.expired(self.now):
            raise Refusal("not-announced")
        if thread not in (None, root.thread):
            raise Refusal("other-thread")
        return root

    def _gone(self, name: str) -> bool:
        return self.roots[name].damaged or self.roots[name].expired(self.now)

    def _drop(self, name: str) -> bool:
        del self.roots[name]
        return True

    def _make_room(self) -> None:
        for name, root in list(self.roots.items()):
            if self.now - root.written_at > bounds.ROOT_LIFETIME and self._gone(name):
                self._drop(name)
        if len(self.roots) < bounds.ROOTS:
            return
        keep = bounds.ROOTS - bounds.ROOTS_DROPPED_AT_ONCE
        order = sorted(self.roots, key=lambda name: self.roots[name].written_at)
        empty = [name for name in order[: -bounds.YOUNG_ROOTS] if self._holds_nothing(name)]
        for name in [*empty, *(name for name in order if name not in empty)]:
            if len(self.roots) > keep:
                self._drop(name)

    def _holds_nothing(self, name: str) -> bool:
        return self.roots[name].damaged or not self.roots[name].live(self.now)
