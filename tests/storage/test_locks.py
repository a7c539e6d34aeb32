"""Locks exclude other processes, filelock's among them, and waits end. [R12]"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest

from practice_ledger import bounds
from practice_ledger.deadline import Deadline
from practice_ledger.digests import digest
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import HeldLock, stripe
from practice_ledger.storage.private_folder import PrivateFolder


@pytest.fixture(autouse=True)
def _no_wait_without_end() -> Iterator[None]:
    """A wait that never ends fails its test instead of holding up all others."""

    def too_long(*_: object) -> None:
        pytest.fail("a wait for a lock did not end")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, 20.0)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PrivateFolder]:
    opened = PrivateFolder.at(str(tmp_path), create=True)
    yield opened
    opened.close()


def test_filelock_and_this_lock_exclude_each_other(tmp_path: Path, folder: PrivateFolder) -> None:
    with HeldLock(folder, "x.lock", Deadline()), pytest.raises(filelock.Timeout):
        filelock.FileLock(tmp_path / "x.lock").acquire(timeout=0)
    with (
        filelock.FileLock(tmp_path / "x.lock"),
        pytest.raises(Refused, match="state-locked"),
        HeldLock(folder, "x.lock", Deadline(lock_seconds=0)),
    ):
        pass
    with HeldLock(folder, "x.lock", Deadline(lock_seconds=0)):
        assert (tmp_path / "x.lock").exists()


def test_all_waits_of_one_hook_share_one_budget(folder: PrivateFolder) -> None:
    deadline = Deadline(lock_seconds=0.2)
    with HeldLock(folder, "x.lock", Deadline()):
        started = time.monotonic()
        for _ in range(3):
            with pytest.raises(Refused, match="state-locked"), HeldLock(folder, "x.lock", deadline):
                pass
        assert 0.2 <= time.monotonic() - started < 0.5


def test_a_wait_ends_with_the_hook(folder: PrivateFolder) -> None:
    deadline = Deadline(seconds=0.1)
    with HeldLock(folder, "x.lock", Deadline()):
        started = time.monotonic()
        with pytest.raises(Refused, match="state-locked"), HeldLock(folder, "x.lock", deadline):
            pass
        assert time.monotonic() - started < bounds.LOCK_SECONDS


def test_the_lock_of_a_process_that_died_is_free(tmp_path: Path, folder: PrivateFolder) -> None:
    program = "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, 2); print(flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", program, str(tmp_path / "x.lock")]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Refused, match="state-locked"), HeldLock(folder, "x.lock", Deadline(lock_seconds=0)):
            pass
    finally:
        holder.kill()
        holder.communicate()
    with HeldLock(folder, "x.lock", Deadline(lock_seconds=0)):
        assert (tmp_path / "x.lock").exists()


def test_a_lock_file_stays_the_same_file_after_its_use(tmp_path: Path, folder: PrivateFolder) -> None:
    with HeldLock(folder, "x.lock", Deadline()):
        first = (tmp_path / "x.lock").stat().st_ino
    assert (tmp_path / "x.lock").stat().st_ino == first


def test_conversations_share_a_fixed_number_of_lock_files() -> None:
    names = {stripe(digest(str(number))) for number in range(5000)}
    assert len(names) == bounds.LOCK_STRIPES
