"""Full and read-only disks, lost permissions, few open files, stopped processes: a hook ends in time and in silence,
and what was acknowledged is there afterwards. [R2, R12, R13]
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from lorelum_answers import OTHER_PRACTICE, PRACTICE
from needed_tools import program_or_skip, skip_or_fail
from practice_ledger import bounds
from practice_ledger.storage.state_directory import HOME_VARIABLE
from soak import examination
from soak.hook_operations import document

from .conftest import Ended, SendHook
from .events import CONVERSATION, every_event, next_writer_works, prepare, told

LIMIT = bounds.HOOK_SECONDS + 2.0  # and what a loaded machine takes to start and end a process


def is_quiet(event: str, end: Ended) -> bool:
    silent = not end.stdout or (event == "child" and PRACTICE.encode() in end.stdout)
    return (end.status, end.stderr) == (0, b"") and silent and end.seconds < LIMIT


@pytest.fixture(params=["size=64k", "size=1m,nr_inodes=40"])
def small_disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A file system with little room, or with room for few files."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = [program_or_skip("mount"), "-t", "tmpfs", "-o", f"{request.param},mode=700", "tmpfs", str(disk)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        skip_or_fail(f"a file system cannot be mounted here: {done.stderr.decode()}")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk: Path) -> None:
    """Until no byte or no file more goes there."""
    with (disk / "fill").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    with suppress(OSError):
        for number in range(100):
            (disk / f"fill-{number}").touch()
    with pytest.raises(OSError, match="No space"):
        (disk / "one more").write_bytes(b"x")
    (disk / "one more").unlink(missing_ok=True)


def test_a_disk_that_is_full_costs_no_read_that_was_acknowledged(small_disk: Path, send_hook: SendHook) -> None:
    state = small_disk / "state"
    prepare(state)
    fill(small_disk)
    before = examination.views(state)

    ends = {name: send_hook(state, payload) for name, payload in every_event().items()}

    assert all(is_quiet(name, end) for name, end in ends.items())
    assert PRACTICE.encode() in ends["child"].stdout
    assert examination.views(state) == before
    assert examination.odd_files(state, 0) == []
    for path in small_disk.glob("fill*"):
        path.unlink()
    assert next_writer_works(state)


@pytest.mark.parametrize("small_disk", ["size=1m"], indirect=True)
def test_a_disk_that_becomes_read_only_costs_no_read_that_was_acknowledged(
    small_disk: Path, send_hook: SendHook
) -> None:
    state = small_disk / "state"
    prepare(state)
    before = examination.views(state)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)

    ends = {name: send_hook(state, payload) for name, payload in every_event().items()}

    assert all(is_quiet(name, end) for name, end in ends.items())
    assert PRACTICE.encode() in ends["child"].stdout
    assert examination.views(state) == before
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    assert next_writer_works(state)


@pytest.mark.parametrize(
    "name",
    [".", "conversations", "conversations/DOCUMENT", "locks", "locks/LOCK", "secret", "tally.json", "diagnostics.log"],
)
def test_a_permission_that_is_lost_costs_no_read_that_was_acknowledged(
    name: str, tmp_path: Path, send_hook: SendHook
) -> None:
    powerless = [program_or_skip("setpriv"), "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    state = tmp_path / "state"
    prepare(state)
    send_hook(state, b'{"hook_event_name": "SessionStart"}')  # which leaves a line of diagnostics
    (lock,) = (state / "locks").glob("stripe-*.lock")
    lost = state / name.replace("DOCUMENT", document(state, CONVERSATION).name).replace("LOCK", lock.name)
    mode = lost.stat().st_mode
    before = examination.views(state)
    lost.chmod(0)

    ends = {kind: send_hook(state, payload, launcher=powerless) for kind, payload in every_event().items()}

    lost.chmod(mode)
    assert all(is_quiet(kind, end) for kind, end in ends.items())
    recorded = examination.read_ids(document(state, CONVERSATION))
    if name in ("secret", "tally.json", "diagnostics.log"):
        assert PRACTICE.encode() in ends["child"].stdout
        assert recorded == [PRACTICE, OTHER_PRACTICE], "what cannot be counted or noted is recorded nevertheless"
    else:
        assert recorded == [PRACTICE]
        assert (
            examination.views(state)[document(state, CONVERSATION).stem] == before[document(state, CONVERSATION).stem]
        )
    assert next_writer_works(state)
    assert examination.odd_files(state, 0) == []


@pytest.mark.parametrize("limit", range(4, 17))  # with three, no program can be started
def test_few_open_files_cost_no_read_that_was_acknowledged(limit: int, tmp_path: Path, send_hook: SendHook) -> None:
    state = tmp_path / "state"
    prepare(state)

    ends = {name: send_hook(state, payload, before=f"ulimit -n {limit}; ") for name, payload in every_event().items()}

    assert all(is_quiet(name, end) for name, end in ends.items())
    assert PRACTICE in told(state)
    assert examination.odd_files(state, 0) == []
    if limit >= 12:  # dash keeps what it redirects under 10 and above
        assert PRACTICE.encode() in ends["child"].stdout
        assert OTHER_PRACTICE in told(state)
    assert next_writer_works(state)


def test_a_process_that_is_stopped_with_a_lock_holds_others_up_no_longer_than_promised(
    frozen: Path, strace: str, tmp_path: Path, send_hook: SendHook
) -> None:
    state = tmp_path / "state"
    prepare(state)
    events = every_event()
    holder = subprocess.Popen(
        [strace, "-f", "-o", tmp_path / "log", "-e", "inject=fsync:signal=SIGSTOP:when=1", frozen, "hook", "codex"],
        stdin=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", HOME_VARIABLE: str(state)},
    )
    try:
        assert holder.stdin is not None
        holder.stdin.write(events.pop("ended"))
        holder.stdin.close()
        stopped = stopped_child_of(holder.pid, tmp_path / "log")

        ends = {name: send_hook(state, payload) for name, payload in events.items()}

        assert all(is_quiet(name, end) for name, end in ends.items())
        assert PRACTICE.encode() in ends["child"].stdout
        assert document(state, "new").exists(), "another conversation does not wait"
        assert OTHER_PRACTICE not in told(state)
        os.kill(stopped, signal.SIGCONT)
        assert holder.wait(30) in (0, 128 + signal.SIGALRM, -signal.SIGALRM)
    finally:
        holder.kill()
        holder.wait()
    assert next_writer_works(state)
    assert examination.odd_files(state, 1) == []


def stopped_child_of(strace: int, log: Path) -> int:
    """The traced process, once a signal has stopped it."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if log.exists() and "--- stopped by SIGSTOP ---" in log.read_text():
            (child,) = Path(f"/proc/{strace}/task/{strace}/children").read_text().split()
            return int(child)
        time.sleep(0.01)
    pytest.fail("no process was stopped")
