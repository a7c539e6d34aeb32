"""Programs are heard in bounded time and space, and none of them outlives what it was started for."""

from __future__ import annotations

import os
import resource
import threading
import time
from pathlib import Path

import pytest

from practice_ledger.other_programs import end, none_outlives, printed, started


def runs(pid: int) -> bool:
    """A process that has ended may wait for whoever takes its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_what_is_printed_is_told_and_a_fault_is_not_taken_for_it() -> None:
    assert printed(["/bin/echo", "one two"], 5) == "one two"
    with pytest.raises(OSError, match="status 3"):
        printed(["/bin/sh", "-c", "echo one; exit 3"], 5)


def test_no_more_is_held_of_a_program_that_prints_without_end() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(OSError, match="without end"):
        printed(["/bin/cat", "/dev/zero"], 5)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32 * 1024


@pytest.mark.parametrize("script", ["sleep 60", "sleep 60 & echo x", "exec >&-; sleep 60"])
def test_a_program_without_an_end_is_ended(script: str) -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        printed(["/bin/sh", "-c", script], 0.3)
    assert time.monotonic() - began < 10


def test_what_another_thread_waits_for_ends_too_and_nothing_follows_it(tmp_path: Path) -> None:
    told: list[str] = []
    is_over = threading.Event()

    def hear() -> None:
        for command in (
            ["/bin/sh", "-c", f"echo $$ >'{tmp_path}/pid.new'; mv '{tmp_path}/pid.new' '{tmp_path}/pid'; sleep 60"],
            ["/bin/echo", "more"],
        ):
            try:
                told.append(printed(command, 60))
            except OSError as error:
                told.append(str(error))
        is_over.set()

    def goodbye() -> None:
        assert is_over.wait(10)

    with none_outlives(goodbye):
        threading.Thread(target=hear, daemon=True).start()
        while not (tmp_path / "pid").exists():
            os.sched_yield()
    assert told == ["it ended with status -9", "nothing is started any more"]
    assert not runs(int((tmp_path / "pid").read_text()))
    assert printed(["/bin/echo", "later"], 5) == "later"


def test_what_was_ended_before_is_not_ended_again() -> None:
    with none_outlives(lambda: None):
        process = started(["/bin/cat"], "/")
        end(process)
    assert process.returncode == -9
