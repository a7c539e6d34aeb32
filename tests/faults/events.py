"""One event of each kind of a conversation that holds a read and has a call open."""

from __future__ import annotations

from pathlib import Path

from host_drivers.codex import CodexDriver
from lorelum_answers import OTHER_PRACTICE, PRACTICE, line
from soak.hook_operations import READ, state_at

CONVERSATION = "a"


def prepare(state: Path) -> None:
    """Makes a state with that conversation, which has read `PRACTICE`."""
    with state_at(state) as driver:
        driver.send(driver.start(CONVERSATION))
        driver.read(CONVERSATION, PRACTICE)
        driver.send(driver.begin(CONVERSATION, "open", READ))


def every_event() -> dict[str, bytes]:
    """None of them is to take anything away; the read that ends may be recorded or not."""
    host = CodexDriver()
    return {
        "new": host.start("new"),
        "resumed": host.start(CONVERSATION, "resume"),
        "begun": host.begin(CONVERSATION, "another", READ),
        "ended": host.finish(CONVERSATION, "open", READ, line(OTHER_PRACTICE)),
        "child": host.child(CONVERSATION, "agent-1"),
        "session ended": host.end(CONVERSATION),
    }


def told(state: Path) -> str:
    """What a child of the conversation is told when nothing is wrong."""
    with state_at(state) as driver:
        return driver.hint(CONVERSATION)


def next_writer_works(state: Path) -> bool:
    """Whether the conversation can be resumed and remembers another read beside the first one."""
    with state_at(state) as driver:
        driver.send(driver.start(CONVERSATION, "resume"))
        driver.read(CONVERSATION, "after.the-fault")
        hint = driver.hint(CONVERSATION)
    return "after.the-fault" in hint and PRACTICE in hint
