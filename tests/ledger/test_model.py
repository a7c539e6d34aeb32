"""The ledger does what a simple model says, whatever comes in whatever order. [R5, R8 to R11, R14.1 to R14.3, R25]"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ledger.simple_model import Model, Reads, Refusal
from practice_ledger import bounds
from practice_ledger.contract.identity import BoundConversation, ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import (
    BegunCall,
    ClearedRoot,
    EndedRoot,
    FinishedCall,
    OpenedRoot,
    SealedCall,
    StartedChild,
)
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.ledger.tidying import Tidied
from practice_ledger.refusals import Refused
from practice_ledger.storage.state import State
from soak import examination

SMALL = {"ROOTS": 3, "ROOTS_DROPPED_AT_ONCE": 2, "YOUNG_ROOTS": 1, "CANDIDATES_PER_ROOT": 3, "PENDING_CALLS": 2}
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # thousands of documents wait for no disk there
YEARS = 40 * 365 * 24 * 3600

NAMES = ("r1", "r2", "r3", "r4")
THREADS = ("main", "review")
COMMANDS = ("lore get a --json", "lore get b --json")
names = st.sampled_from(NAMES)
threads = st.sampled_from((*5 * THREADS[:1], *THREADS))  # most of what happens should be what hosts do
calls = st.sampled_from(["c1", "c2", "c3", "c4"])
commands = st.sampled_from((*5 * COMMANDS[:1], *COMMANDS))
reads = st.lists(st.tuples(st.sampled_from("pqrst"), st.sampled_from("01")), max_size=3).map(tuple)
meanwhiles = st.sampled_from(("", "", "", "resumed", "cleared", "begun again"))
LIFETIME = bounds.ROOT_LIFETIME
waits = st.sampled_from(
    (*4 * (1, 3600, 86400), LIFETIME // 2, LIFETIME - 1, LIFETIME, LIFETIME + 1, -3600, -YEARS, YEARS)
)


def key(name: str) -> ConversationKey:
    return ConversationKey("codex", name)


def practice_reads(chosen: Reads) -> tuple[PracticeRead, ...]:
    return tuple(PracticeRead(f"some.{name}", digest * 64, "T", None, ["pack"]) for name, digest in chosen)


Held = tuple[str, int, BoundConversation]


class LedgerAndModel(RuleBasedStateMachine):
    """Both are told the same, and must say the same. Each operation opens the state anew, as a process of its own."""

    bound = Bundle("bound")
    """(name, epoch of the model, epoch of the ledger), at any time earlier. What is said of a root is said of one that
    was bound once, as a rule: otherwise most steps would be refused for that alone."""

    @initialize(target=bound, first=names)
    def begin_with_one(self, first: str) -> Held:
        self.folder = Path(tempfile.mkdtemp(prefix="practice-ledger-model-", dir=IN_MEMORY))
        self.state_path = self.folder / "state"
        self.model = Model()
        self.epochs: dict[int, str] = {}
        self.ticks = 0
        return self.bound_anew(first, THREADS[0], start_over=False)

    def teardown(self) -> None:
        assert examination.odd_files(self.state_path, 0) == []
        shutil.rmtree(self.folder)

    @rule(target=bound, name=names, thread=threads, start_over=st.sampled_from([False, False, True]))
    def bind(self, name: str, thread: str, start_over: bool) -> Held:
        return self.bound_anew(name, thread, start_over=start_over)

    def bound_anew(self, name: str, thread: str, *, start_over: bool) -> Held:
        opened = ClearedRoot(key(name), thread) if start_over else OpenedRoot(key(name), thread)
        epoch, bound = self.both(
            lambda: self.model.bind(name, thread, start_over=start_over),
            lambda ledger: ledger.clear(opened) if isinstance(opened, ClearedRoot) else ledger.open_root(opened),
        )
        assert isinstance(epoch, int)
        assert isinstance(bound, BoundConversation)
        self.same_epoch(epoch, bound)
        return name, epoch, bound

    @rule(held=bound, thread=threads, call=calls, command=commands)
    def begin(self, held: Held, thread: str, call: str, command: str) -> None:
        name = held[0]
        epoch, bound = self.both(
            lambda: self.model.begin(name, thread, call, command),
            lambda ledger: ledger.begin_call(BegunCall(key(name), thread, call, command)),
        )
        if isinstance(bound, BoundConversation):
            assert isinstance(epoch, int)
            self.same_epoch(epoch, bound)

    @rule(held=bound, chosen=reads, meanwhile=meanwhiles, clock=st.sampled_from((0, 0, 0, -YEARS)))
    def read(self, held: Held, chosen: Reads, meanwhile: str, clock: int) -> None:
        """Begins and ends, with this between, while the clock is wrong by so many seconds."""
        call = f"own {self.ticks}"
        self.model.now += clock
        self.begin(held, THREADS[0], call, COMMANDS[0])
        if meanwhile == "begun again":
            self.begin(held, THREADS[0], call, COMMANDS[0])
        elif meanwhile:
            self.bound_anew(held[0], THREADS[0], start_over=meanwhile == "cleared")
        self.finish(held, THREADS[0], call, COMMANDS[0], chosen)
        self.model.now -= clock

    @rule(held=bound, thread=threads, call=calls, command=commands, chosen=reads)
    def finish(self, held: Held, thread: str, call: str, command: str, chosen: Reads) -> None:
        name = held[0]
        said, done = self.both(
            lambda: self.model.finish(name, thread, call, command, chosen),
            lambda ledger: ledger.record(FinishedCall(key(name), thread, call, command, practice_reads(chosen))),
        )
        assert said == done

    @rule(held=bound, call=calls, chosen=reads)
    def seal(self, held: Held, call: str, chosen: Reads) -> None:
        name, epoch, token = held
        said, done = self.both(
            lambda: self.model.sealed(name, epoch, call, chosen),
            lambda ledger: ledger.record_sealed(SealedCall(token, call, practice_reads(chosen))),
        )
        assert said == done

    @rule(held=bound)
    def end_session(self, held: Held) -> None:
        name = held[0]
        said, done = self.both(lambda: self.model.end(name), lambda ledger: ledger.end_root(EndedRoot(key(name))))
        assert said == done

    @precondition(lambda self: self.model.roots)
    @rule()
    def expire(self) -> None:
        said, done = self.both(self.model.expire, lambda ledger: ledger.expire())
        assert isinstance(done, Tidied)
        assert said == len(done.expired) + len(done.set_aside)
        assert (done.over_bound, done.passed_over) == ([], {})

    @precondition(lambda self: self.model.roots)
    @rule(seconds=waits)
    def time_passes(self, seconds: int) -> None:
        """Or the clock is set."""
        self.model.now += seconds

    @precondition(lambda self: self.model.roots)
    @rule(name=names)
    def a_document_is_damaged(self, name: str) -> None:
        if name in self.model.roots:
            self.document(name).write_bytes(b'{"version":1,')
            self.model.roots[name].damaged = True
            self.stamp({})

    @invariant()
    def children_are_told_the_same(self) -> None:
        state = self.opened()
        ledger = Ledger(state, lambda: self.model.now)
        for name in NAMES:
            if self.model.is_damaged(name):
                with pytest.raises(Refused, match="state-damaged"):
                    ledger.list_for_child(StartedChild(key(name)))
                continue
            told = [found.practice_id for found in ledger.list_for_child(StartedChild(key(name)))]
            assert told == [f"some.{read}" for read in self.model.told(name)]
            epoch, bound = self.model.current(name), ledger.current(key(name))
            assert (epoch is None) == (bound is None)
            if epoch is not None and bound is not None:
                self.same_epoch(epoch, bound)
        state.close()

    @invariant()
    def the_same_conversations_lie_on_the_disk_and_nothing_else(self) -> None:
        found = {path.stem for path in (self.state_path / "conversations").iterdir()}
        assert found == {key(name).hashed() for name in self.model.roots}

    def both(self, model: Callable[[], object], ledger: Callable[[Ledger], object]) -> tuple[object, object]:
        """What the two answered, a reason of refusal as its word."""
        before = self.written()
        said: object
        done: object
        try:
            said = model()
        except Refusal as refusal:
            said = str(refusal)
        state = self.opened()
        try:
            done = ledger(Ledger(state, lambda: self.model.now))
        except Refused as refused:
            done = refused.reason
        finally:
            state.close()
        assert isinstance(done, str) == isinstance(said, str), (said, done)
        if isinstance(done, str):
            assert said == done
        self.stamp(before)
        return said, done

    def opened(self) -> State:
        state = State.opened(str(self.state_path), Deadline(), create=True)
        assert state is not None
        return state

    def same_epoch(self, epoch: int, bound: BoundConversation) -> None:
        """One token for one epoch of the model, and none twice."""
        assert self.epochs.setdefault(epoch, bound.epoch) == bound.epoch
        assert list(self.epochs.values()).count(bound.epoch) == 1

    def document(self, name: str) -> Path:
        return self.state_path / "conversations" / f"{key(name).hashed()}.json"

    def written(self) -> dict[str, int]:
        """Which file each document is now: a replaced one is another."""
        paths = {name: self.document(name) for name in self.model.roots}
        return {name: path.stat().st_ino for name, path in paths.items() if path.exists()}

    def stamp(self, before: dict[str, int]) -> None:
        """Gives what was written the time of the model's clock, each a little later than the one before."""
        for name, inode in self.written().items():
            if before.get(name) != inode:
                self.ticks += 1
                at = self.model.now + self.ticks * 1e-5
                os.utime(self.document(name), (at, at))
                self.model.roots[name].written_at = at


def test_the_ledger_does_what_the_model_says() -> None:
    before = {name: getattr(bounds, name) for name in SMALL}
    try:
        for name, value in SMALL.items():
            setattr(bounds, name, value)
        run_state_machine_as_test(LedgerAndModel, settings=settings(max_examples=100, stateful_step_count=40))
    finally:
        for name, value in before.items():
            setattr(bounds, name, value)
