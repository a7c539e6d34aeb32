"""Sessions as they are lived: a worker has some under way, says what happens in them, and knows what must be there."""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path

from host_drivers.codex import CodexDriver
from lorelum_answers import line
from practice_ledger import bounds
from soak import examination
from soak.hook_operations import document, receipt
from soak.hook_process import HookProcesses, Sent

KILLED_IN_HUNDRED = 4
LIVE_SESSIONS = 5  # of each worker; those of all are fewer than the latest ones, which are not dropped
CONTROL = "control"
PRACTICES = 40  # more than one conversation keeps
_KINDS = Counter({"unrelated": 30, "read": 30, "sealed": 8, "child": 14, "resumed": 6, "cleared": 2, "ended": 4})


@dataclass
class Record:
    """What happened. `seconds`: kind of event and time, in the order of events. `given_up`: reads that a hook which was
    not killed did not record, as it may when it waits too long."""

    events: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    given_up: int = 0
    sessions: int = 0
    seconds: list[tuple[str, float]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass
class Session:
    """`reads` are the ids that its document holds, the newest last."""

    name: str
    reads: list[str] = field(default_factory=list)


class Worker:
    """Lives its sessions one event after another; other workers live theirs at the same time, over the same state."""

    def __init__(self, number: int, hooks: HookProcesses, state: Path, control: HookProcesses) -> None:
        """`control` are hooks over another state, which never holds more than a session of each worker."""
        self.record = Record()
        self._number = number
        self._hooks = hooks
        self._state = state
        self._control = control
        self._host = CodexDriver()
        self._random = random.Random(number)  # noqa: S311 - what happens is to be the same in each run
        self._live: deque[Session] = deque()
        self._calls = 0
        self._calls_of_control = 0

    def step(self) -> None:
        """One event or two of the session whose turn it is."""
        if len(self._live) < LIVE_SESSIONS or self._random.random() < 0.05:
            self._start_another()
            return
        session = self._live[0]
        self._live.rotate(-1)
        (kind,) = self._random.choices(list(_KINDS), list(_KINDS.values()))
        getattr(self, f"_{kind}")(session)
        if self._random.random() < 0.5:
            self._time_control()

    def _time_control(self) -> None:
        """How long the beginning of a read takes just now where there is next to nothing."""
        name = f"control {self._number}"
        if not self._calls_of_control:
            self._control.send("SessionStart", self._host.start(name))
        self._calls_of_control += 1
        begun = self._host.begin(name, f"call {self._calls_of_control}", "lore get some.practice --json")
        self.record.seconds.append((CONTROL, self._control.send("PreToolUse", begun).seconds))

    def _start_another(self) -> None:
        if len(self._live) >= LIVE_SESSIONS:
            self._live.popleft()
        self.record.sessions += 1
        session = Session(f"session {self._number}.{self.record.sessions}")
        while True:
            sent = self._send("SessionStart", self._host.start(session.name), "started")
            if not sent.killed:
                break
        self._live.append(session)
        self._read(session)

    def _unrelated(self, session: Session) -> None:
        self._send("PostToolUse", self._host.finish(session.name, self._call(), "ls -l", "x" * 2000), "unrelated")

    def _read(self, session: Session) -> None:
        call, practice = self._call(), self._practice()
        command = f"lore get {practice} --json"
        begun = self._send("PreToolUse", self._host.begin(session.name, call, command), "read begins")
        ended = self._send("PostToolUse", self._host.finish(session.name, call, command, line(practice)), "read ends")
        self._settle(session, _with(session.reads, practice), certain=not (begun.killed or ended.killed))

    def _sealed(self, session: Session) -> None:
        call, practice = self._call(), self._practice()
        made = receipt(self._state, session.name, call, practice)
        sent = self._send("PostToolUse", self._host.finish(session.name, call, "./x.sh", made), "sealed read ends")
        self._settle(session, _with(session.reads, practice), certain=not sent.killed)

    def _child(self, session: Session) -> None:
        sent = self._send("SubagentStart", self._host.child(session.name, "agent-1"), "child starts")
        told = [piece.split('"')[1] for piece in self._host.told(sent.stdout).splitlines() if piece.startswith("- id ")]
        if not sent.killed and told != session.reads[::-1][: len(told)]:
            self.record.wrong.append(f"{session.name} holds {session.reads}, its child is told {told}")
        if not sent.killed and session.reads and not told:
            self.record.given_up += 1

    def _resumed(self, session: Session) -> None:
        self._send("SessionStart", self._host.start(session.name, "resume"), "resumed")
        self._settle(session, session.reads, certain=True)

    def _cleared(self, session: Session) -> None:
        sent = self._send("SessionStart", self._host.start(session.name, "clear"), "cleared")
        self._settle(session, [], certain=not sent.killed)

    def _ended(self, session: Session) -> None:
        self._send("SessionEnd", self._host.end(session.name), "ended")
        self._settle(session, session.reads, certain=True)

    def _settle(self, session: Session, new: list[str], *, certain: bool) -> None:
        """The document holds what it held, or what it should hold now, and from now on just that."""
        found = examination.read_ids(document(self._state, session.name))
        if found not in (session.reads, new):
            self.record.wrong.append(f"{session.name} held {session.reads}, should hold {new}, holds {found}")
        elif certain and found != new:
            self.record.given_up += 1
        session.reads = found

    def _send(self, event: str, payload: bytes, kind: str) -> Sent:
        kill = self._random.randrange(100) < KILLED_IN_HUNDRED
        sent = self._hooks.send(event, payload, kill_after=self._random.uniform(0.0, 0.06) if kill else None)
        self.record.events[kind] += 1
        self.record.kills += sent.killed
        if not sent.killed:
            self.record.seconds.append((kind, sent.seconds))
        if not sent.well or sent.seconds > bounds.HOOK_SECONDS + 3.0:
            self.record.wrong.append(f"{kind}: status {sent.status}, {sent.stderr!r}, {sent.seconds:.1f} s")
        return sent

    def _call(self) -> str:
        self._calls += 1
        return f"call {self._number}.{self._calls}"

    def _practice(self) -> str:
        return f"some.practice-{self._random.randrange(PRACTICES)}"


def _with(reads: list[str], practice: str) -> list[str]:
    return [*(read for read in reads if read != practice), practice][-bounds.CANDIDATES_PER_ROOT :]
