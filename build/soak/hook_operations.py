"""One event of each kind that touches the state, each with a state in which it comes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from host_drivers.codex import CodexDriver
from lorelum_answers import OTHER_PRACTICE, PRACTICE, line
from practice_ledger import bounds
from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import BoundConversation, ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hosts.codex.caller import HOST_KEY
from practice_ledger.ledger.document import decode
from practice_ledger.sealing.receipt import seal
from practice_ledger.storage import diagnostics, state
from practice_ledger.storage.state_directory import HOME_VARIABLE

SUBJECT, BYSTANDER, NEW = "the subject", "a bystander", "a new one"
READ = f"lore get {OTHER_PRACTICE} --json"
SEALED = "sealed.read"


@dataclass(frozen=True)
class Operation:
    """`payload` is what the host sends, `before` the state that it meets, which may not exist. `drops`: how many
    conversations have to go for it."""

    name: str
    payload: bytes
    before: Path
    drops: int = 0


def document(folder: Path, conversation: str) -> Path:
    return folder / state.CONVERSATIONS / f"{ConversationKey(HOST_KEY, conversation).hashed()}.json"


@contextmanager
def state_at(folder: Path) -> Iterator[CodexDriver]:
    """A driver of hooks in this very process, which have their state in `folder`."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(folder)
    try:
        yield CodexDriver()
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before


def operations(folder: Path) -> list[Operation]:
    """Makes the states under `folder`. The last operation meets a state at the bound of conversations."""
    host = CodexDriver()
    usual = folder / "usual"
    with state_at(usual) as driver:
        for conversation in (BYSTANDER, SUBJECT):
            driver.send(driver.start(conversation))
            driver.read(conversation, PRACTICE)
        driver.send(driver.begin(SUBJECT, "c1", READ))
    finish = host.finish(SUBJECT, "c1", READ, line(OTHER_PRACTICE))
    sealed = host.finish(SUBJECT, "c2", "./script.sh", receipt(usual, SUBJECT, "c2", SEALED))
    damaged = _changed(usual, folder / "damaged", lambda copy: document(copy, SUBJECT).write_bytes(b"{"))
    noted = _changed(usual, folder / "noted", _fill_diagnostics)
    full = _changed(usual, folder / "full", _fill)
    return [
        Operation("the first session of all starts", host.start(NEW), folder / "nothing"),
        Operation("another session starts", host.start(NEW), usual),
        Operation("a session is resumed", host.start(SUBJECT, "resume"), usual),
        Operation("a session is cleared", host.start(SUBJECT, "clear"), usual),
        Operation("a read begins", host.begin(SUBJECT, "c3", READ), usual),
        Operation("a read ends", finish, usual),
        Operation("a sealed read ends", sealed, usual),
        Operation("a child starts", host.child(SUBJECT, "agent-1"), usual),
        Operation("a session ends", host.end(SUBJECT), usual),
        Operation("a damaged document is set aside", host.start(SUBJECT, "resume"), damaged),
        Operation("an event is not understood", b"{", usual),
        Operation("the log of faults is full", b"{", noted),
        Operation("there is no room for another session", host.start(NEW), full, bounds.ROOTS_DROPPED_AT_ONCE),
    ]


def receipt(folder: Path, conversation: str, call: str, practice: str) -> str:
    """Of a read in one call of this conversation, as its reading command would make it."""
    key = ConversationKey(HOST_KEY, conversation)
    path = document(folder, conversation)
    held = decode(path.stem, path.read_bytes())
    epoch = BoundConversation(key, held.salt, held.generation).epoch
    read = PracticeRead(practice, "c" * 64, "Sealed", None, ["pack"])
    made = seal((folder / state.SECRET_FILE).read_bytes(), Caller(key, conversation, call), epoch, read)
    return made.decode() if made else ""


def _changed(source: Path, copy: Path, change: Callable[[Path], object]) -> Path:
    shutil.copytree(source, copy)
    change(copy)
    return copy


def _fill_diagnostics(folder: Path) -> None:
    path = folder / diagnostics.FILE
    path.write_bytes(b"x" * (bounds.DIAGNOSTICS_BYTES - 1) + b"\n")
    path.chmod(0o600)


def _fill(folder: Path) -> None:
    """Up to the bound of conversations; those of all operations are the last to go."""
    with state_at(folder) as driver:
        for number in range(bounds.ROOTS - 2):
            driver.send(driver.start(f"filler {number}"))
    for number, path in enumerate(sorted((folder / state.CONVERSATIONS).iterdir())):
        written = path.stat().st_mtime - 10_000 + number
        if path not in (document(folder, SUBJECT), document(folder, BYSTANDER)):
            os.utime(path, (written, written))
