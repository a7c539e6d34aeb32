"""A clock that is set by years costs nothing that has not expired by the clock of the moment. [R11, R12]

The clock is this process's own view of it: to set that of the machine would disturb others, and a time namespace moves
only the monotonic clocks. The times of files, which the system gives, are set by hand.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import OTHER_PRACTICE, PRACTICE
from practice_ledger import bounds, hook_run
from practice_ledger.storage import state as state_layout
from practice_ledger.storage.private_folder import PrivateFolder

YEAR = 365 * 24 * 3600
LIFETIME = bounds.ROOT_LIFETIME
NOW = 1_800_000_000

SetClock = Callable[[int], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch, state_path: Path) -> SetClock:
    """Sets the clock of all that follows to so many seconds from `NOW`, and gives it to files as they are written."""

    class Clock:
        seconds = 0

        @staticmethod
        def time() -> float:
            return NOW + Clock.seconds

    replace = PrivateFolder.replace

    def replaced(folder: PrivateFolder, name: str, data: bytes, *, durable: bool = True) -> None:
        replace(folder, name, data, durable=durable)
        for path in state_path.rglob(name):
            os.utime(path, (Clock.time(), Clock.time()))

    monkeypatch.setattr(hook_run, "_now", lambda: int(Clock.time()))
    monkeypatch.setattr(state_layout, "time", Clock)
    monkeypatch.setattr(PrivateFolder, "replace", replaced)

    def to(seconds: int) -> None:
        Clock.seconds = seconds

    return to


@pytest.fixture
def host(set_clock: SetClock) -> CodexDriver:
    """With a conversation that has read something."""
    driver = CodexDriver()
    driver.send(driver.start("a"))
    driver.read("a", PRACTICE)
    return driver


@pytest.mark.parametrize("years", [-40, -1, 1, 40])
def test_what_needs_no_change_survives_any_clock(host: CodexDriver, set_clock: SetClock, years: int) -> None:
    set_clock(years * YEAR)
    host.send(host.child("a", "agent-1"))
    host.send(b"{")
    set_clock(60)
    assert PRACTICE in host.hint("a")


@pytest.mark.parametrize("years", [-40, -1])
def test_reads_from_before_and_during_a_clock_set_back_are_there_when_it_is_right_again(
    host: CodexDriver, set_clock: SetClock, years: int
) -> None:
    """As on a machine that starts in 1970 until a time server answers."""
    set_clock(years * YEAR)
    host.send(host.start("a", "resume"))
    host.read("a", OTHER_PRACTICE)
    host.send(host.start("another"))
    host.read("another", PRACTICE)
    assert PRACTICE in host.hint("a")
    set_clock(60)
    assert PRACTICE in host.hint("a")
    assert OTHER_PRACTICE in host.hint("a")
    host.send(host.end("a"))
    host.send(host.start("a", "resume"))
    host.send(host.start("one more"))
    assert PRACTICE in host.hint("a")


def test_a_read_under_a_clock_set_forward_does_not_stay_for_all_those_years(
    host: CodexDriver, set_clock: SetClock
) -> None:
    set_clock(40 * YEAR)
    host.send(host.start("b"))
    host.read("b", OTHER_PRACTICE)
    set_clock(60)
    host.read("b", "read.at-the-right-time")
    assert OTHER_PRACTICE in host.hint("b")
    set_clock(60 + LIFETIME + 1)
    assert host.hint("b") == ""


@pytest.mark.parametrize("years", [-40, 40])
def test_a_conversation_that_is_announced_under_any_clock_records(
    host: CodexDriver, set_clock: SetClock, years: int
) -> None:
    set_clock(years * YEAR)
    host.send(host.start("b"))
    host.read("b", OTHER_PRACTICE)
    assert OTHER_PRACTICE in host.hint("b")


def test_files_of_the_future_are_in_nobodys_way(host: CodexDriver, set_clock: SetClock, state_path: Path) -> None:
    for path in state_path.rglob("*"):
        os.utime(path, (NOW + 40 * YEAR, NOW + 40 * YEAR))
    host.send(host.start("b"))
    host.read("b", OTHER_PRACTICE)
    host.read("a", OTHER_PRACTICE)
    assert OTHER_PRACTICE in host.hint("b")
    assert PRACTICE in host.hint("a")
