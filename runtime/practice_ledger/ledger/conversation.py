"""One conversation in memory, and the rules of what it remembers. [R5, R8, R10, R11, R14.3]"""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.contract.candidate import ADDED, REJECTED, REPEATED, REPLACED
from practice_ledger.digests import digest
from practice_ledger.ledger.candidate_bounds import candidate_of, newest_within, within_lowered
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from practice_ledger.contract.candidate import Candidate
    from practice_ledger.contract.practice_read import PracticeRead

_DIGEST_DIGITS = 32  # 128 bits: enough for what only ever compares equal or not


class PendingCall:
    """A begun call: digests of its name and of its command, and the generation it was begun in. `doubled` marks a name
    that a second call began under before the first one ended."""

    __slots__ = ("call", "command", "doubled", "generation")

    def __init__(self, *, call: str, command: str, generation: int, doubled: bool) -> None:
        self.call = call
        self.command = command
        self.generation = generation
        self.doubled = doubled


class Conversation:
    """What is remembered of one root conversation. Times are Unix seconds.

    `host` is the host's name, None in documents from before it was kept; `ended` says that the host ended the
    conversation and its root has done nothing since. `generation` numbers the epochs; `candidates` stand in commit
    order, the newest last; `sealed` are digests of the latest calls that brought receipts.
    """

    __slots__ = (
        "bound_at",
        "candidates",
        "ended",
        "generation",
        "host",
        "pending",
        "salt",
        "sealed",
        "sequence",
        "thread",
    )

    def __init__(
        self,
        *,
        salt: str,
        generation: int,
        thread: str | None,
        bound_at: int,
        host: str | None,
        ended: bool,
        sequence: int,
        candidates: list[Candidate],
        pending: list[PendingCall],
        sealed: list[str],
    ) -> None:
        self.salt = salt
        self.generation = generation
        self.thread = thread
        self.bound_at = bound_at
        self.host = host
        self.ended = ended
        self.sequence = sequence
        self.candidates = candidates
        self.pending = pending
        self.sealed = sealed

    def salted(self, label: str, text: str) -> str:
        """A digest that means nothing outside this conversation's own file. [R6]"""
        return digest(self.salt, label, text)[:_DIGEST_DIGITS]

    def thread_mark(self, thread: str | None) -> str | None:
        return None if thread is None else self.salted("thread", thread)

    # --- lifecycle (R10) ---

    def last_used(self) -> int:
        """When its newest read was recorded; without reads, when it was announced."""
        return self.candidates[-1].last_recorded_at if self.candidates else self.bound_at

    def reads_expired(self, now: int) -> bool:
        """Whether the latest read is too old. Times ahead of `now`, which a clock that was set leaves, say nothing."""
        times = [held.last_recorded_at for held in self.candidates]
        latest = max((at for at in times if at <= now), default=now)
        return now - latest > bounds.ROOT_LIFETIME

    def expired(self, now: int) -> bool:
        """Whether nothing of this conversation counts any more, its announcement included."""
        return now - self.bound_at > bounds.ROOT_LIFETIME and (not self.candidates or self.reads_expired(now))

    def live_candidates(self, now: int) -> list[Candidate]:
        """Those that count now, within the bounds in force."""
        return [] if self.reads_expired(now) else within_lowered(self.candidates)

    def bind(self, host: str, thread: str | None, now: int) -> None:
        """The host announced this root again. What it remembers stays, unless it expired or its history was rewound,
        which shows in another name of its thread."""
        mark = self.thread_mark(thread)
        if mark != self.thread or self.reads_expired(now) or self.expired(now):
            self.reset()
        self.thread = mark
        self.bound_at = now
        self.host = host
        self.ended = False

    def reset(self) -> None:
        """A new epoch that remembers nothing. Calls in flight stay known as calls of an earlier one."""
        self.generation += 1
        self.candidates = []

    def forget(self) -> None:
        """A new epoch of a conversation that goes on, of which only the announcement is left."""
        self.reset()
        self.sequence = 0
        self.sealed = []  # of calls whose receipts are of an earlier epoch now

    def tidy(self, now: int) -> bool:
        """Drops what has expired or is over the bounds. Returns whether that changed anything."""
        before = (self.candidates, [*self.pending], [*self.sealed])
        self.candidates = self.live_candidates(now)
        self.keep_to_lowered_bounds()
        return (self.candidates, self.pending, self.sealed) != before

    def end(self, now: int) -> bool:
        """The host ended this root, which may be resumed. Returns whether that changed anything."""
        changed = self.tidy(now) or bool(self.pending) or not self.ended
        self.pending = []
        self.ended = True
        return changed

    # --- calls (R14.3) ---

    def begin_call(self, thread: str | None, call_ref: str, command: str) -> None:
        self._require_thread(thread)
        self.ended = False
        call = self.salted("call", call_ref)
        for known in self.pending:
            if known.call == call:
                known.doubled = True
                return
        mark = self.salted("command", command)
        self.pending.append(PendingCall(call=call, command=mark, generation=self.generation, doubled=False))
        del self.pending[: -bounds.PENDING_CALLS]

    def finish_call(self, thread: str | None, call_ref: str, command: str) -> str | None:
        """Takes the call's binding away, and returns why its reads do not count, or None if they do.

        The binding of a doubled call stays, so that both ends are refused.
        """
        self._require_thread(thread)
        call = self.salted("call", call_ref)
        found = next((known for known in self.pending if known.call == call), None)
        if found is None:
            return "not-begun"
        if found.doubled:
            return "begun-twice"
        self.pending.remove(found)
        if found.generation != self.generation:
            return "stale"
        if found.command != self.salted("command", command):
            return "command-changed"
        return None

    def seal_call(self, call_ref: str) -> None:
        """Notes that this call's receipts were counted. Raises `Refused` if they were before. [R25]"""
        call = self.salted("call", call_ref)
        if call in self.sealed:
            raise Refused("receipt-repeated")
        self.ended = False
        self.sealed.append(call)
        del self.sealed[: -bounds.PENDING_CALLS]

    def _require_thread(self, thread: str | None) -> None:
        if self.thread_mark(thread) != self.thread:
            raise Refused("other-thread")

    # --- recording (R8) ---

    def record(self, read: PracticeRead, now: int) -> str:
        """Remembers one read; returns one of `candidate.RESULTS`."""
        if self.reads_expired(now):
            self.candidates = []
        known = next((held for held in self.candidates if held.practice_id == read.practice_id), None)
        same = known is not None and known.content_digest == read.content_digest
        new = candidate_of(read, now, self.sequence + 1)
        if new is None:
            return REJECTED
        if known is not None:
            self.candidates.remove(known)
            if same:
                new.first_recorded_at = known.first_recorded_at
        self.sequence += 1
        self.candidates = newest_within([*self.candidates, new])
        return REPEATED if same else REPLACED if known else ADDED

    def keep_to_lowered_bounds(self) -> None:
        """Drops what was stored under higher bounds than those in force. [R11]"""
        self.candidates = within_lowered(self.candidates)
        del self.pending[: -bounds.PENDING_CALLS]
        del self.sealed[: -bounds.PENDING_CALLS]
