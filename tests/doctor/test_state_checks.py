"""Where the state lies, why there, and whether it can be used."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from doctor.conftest import around, report, told
from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.doctor import file_system, state_checks
from practice_ledger.doctor.findings import Verdict

SOMEBODY = 12345
"""A user's number that no file has."""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike those that pytest makes."""
    folder = Path(tempfile.mkdtemp(prefix="doctor-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def without_privileges() -> Iterator[None]:
    """Runs a test as a user who may not everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(SOMEBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def state(driver: CodexDriver, state_path: Path) -> Path:
    """State with one read in it."""
    driver.send(driver.start("a"))
    driver.read("a")
    return state_path


def test_it_is_told_which_directory_and_why(state_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{state_path} (PRACTICE_LEDGER_HOME says so)" in told(state_checks.place(around()))
    monkeypatch.delenv("PRACTICE_LEDGER_HOME")
    assert "/xdg/practice-ledger (XDG_STATE_HOME says so)" in told(state_checks.place(around(XDG_STATE_HOME="/xdg")))
    assert "/h/.local/state/practice-ledger (in the home that HOME names)" in told(
        state_checks.place(around(HOME="/h"))
    )
    assert "in the home of the user's account" in told(state_checks.place(around(HOME="")))


def test_a_relative_override_is_no_place() -> None:
    came_to = state_checks.place(around(PRACTICE_LEDGER_HOME="relative"))
    assert (came_to.finding, came_to.verdict) == ("state-nowhere", Verdict.FAILURE)


@pytest.mark.parametrize("check", [state_checks.access, state_checks.disk, state_checks.files])
def test_what_needs_a_place_complains_of_nothing_where_there_is_none(check: object) -> None:
    assert callable(check)
    assert check(around(PRACTICE_LEDGER_HOME="relative")).verdict == Verdict.OK


@pytest.mark.parametrize("check", [state_checks.place, state_checks.access, state_checks.disk, state_checks.files])
def test_before_the_first_conversation_all_is_well_and_nothing_is_made(check: object, state_path: Path) -> None:
    assert callable(check)
    assert check(around()).verdict == Verdict.OK
    assert not state_path.exists()


@pytest.mark.parametrize("check", [state_checks.place, state_checks.access, state_checks.disk, state_checks.files])
def test_state_in_use_is_as_it_should_be_and_stays_as_it_is(check: object, state: Path) -> None:
    assert callable(check)
    before = {path: (path.lstat().st_mtime_ns, path.lstat().st_mode) for path in state.rglob("*")}
    assert check(around()).verdict == Verdict.OK
    assert {path: (path.lstat().st_mtime_ns, path.lstat().st_mode) for path in state.rglob("*")} == before


def test_a_directory_that_others_may_write_to_is_unsafe(state: Path) -> None:
    state.chmod(0o777)
    came_to = state_checks.access(around())
    assert came_to.finding == "state-unsafe"
    assert "mode 0777" in told(came_to)


def test_a_folder_in_it_that_is_a_link_is_unsafe(state: Path, tmp_path: Path) -> None:
    (state / "conversations").rename(tmp_path / "elsewhere")
    (state / "conversations").symlink_to(tmp_path / "elsewhere")
    assert state_checks.access(around()).finding == "state-unsafe"


def test_a_link_that_leads_nowhere_is_unsafe_and_breaks_no_other_check(state_path: Path, tmp_path: Path) -> None:
    state_path.symlink_to(tmp_path / "nowhere" / "state")
    came_to = state_checks.access(around())
    assert came_to.finding == "state-unsafe"
    assert "leads nowhere" in told(came_to)
    assert state_checks.disk(around()).finding is None


def test_a_directory_of_something_else_is_told_as_that_and_stays_as_it_is(state_path: Path) -> None:
    state_path.mkdir(mode=0o700)
    (state_path / "letter.txt").touch()
    came_to = state_checks.access(around())
    assert came_to.finding == "state-foreign"
    assert str(state_path) in told(came_to)
    assert [each.name for each in state_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("in_its_place", ["a folder", "a link"])
def test_what_lies_in_the_place_of_a_lock_is_told(state: Path, in_its_place: str) -> None:
    lock = state / "locks" / "roots.lock"
    lock.unlink()
    if in_its_place == "a folder":
        lock.mkdir()
    else:
        lock.symlink_to(state / "locks" / "tally.lock")
    came_to = state_checks.access(around())
    assert came_to.finding == "state-lock-blocked"
    assert str(lock) in (came_to.next_step or "")


def test_a_file_in_its_place_is_unsafe(state_path: Path) -> None:
    state_path.write_text("")
    assert state_checks.access(around()).finding == "state-unsafe"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_directory_of_another_user_is_unsafe(state: Path) -> None:
    os.chown(state, SOMEBODY, -1)
    came_to = state_checks.access(around())
    assert came_to.finding == "state-unsafe"
    assert f"owner {SOMEBODY}" in told(came_to)


def test_a_directory_that_others_may_read_is_a_warning(state: Path) -> None:
    state.chmod(0o755)
    came_to = state_checks.access(around())
    assert (came_to.finding, came_to.verdict) == ("state-open-to-others", Verdict.WARNING)


@pytest.mark.parametrize("mode", [0o500, 0o300])
def test_a_directory_that_its_owner_cannot_write_or_read(
    open_folder: Path, request: pytest.FixtureRequest, mode: int
) -> None:
    state = open_folder / "state"
    state.mkdir(mode)
    if os.geteuid() == 0:
        os.chown(state, SOMEBODY, -1)
    request.getfixturevalue("without_privileges")
    came_to = state_checks.access(around(PRACTICE_LEDGER_HOME=str(state)))
    assert (came_to.finding, came_to.verdict) == ("state-unwritable", Verdict.FAILURE)


def test_a_directory_that_cannot_be_made(open_folder: Path, request: pytest.FixtureRequest) -> None:
    open_folder.chmod(0o555)
    request.getfixturevalue("without_privileges")
    came_to = state_checks.access(around(PRACTICE_LEDGER_HOME=str(open_folder / "a" / "b")))
    assert came_to.finding == "state-cannot-be-made"
    assert f"in {open_folder}" in told(came_to)


def test_an_agents_shell_that_cannot_write_is_as_it_should_be(
    open_folder: Path, request: pytest.FixtureRequest
) -> None:
    open_folder.chmod(0o555)
    request.getfixturevalue("without_privileges")
    agent = report(ids={"SESSION": True})
    came_to = state_checks.access(around(agent, PRACTICE_LEDGER_HOME=str(open_folder / "state")))
    assert came_to.verdict == Verdict.OK
    assert "sandbox" in told(came_to)


def disk(kind: str, *, free: int, free_files: int = 1000, flags: int = 0) -> str | None:
    blocks = free // 4096
    space = os.statvfs_result((4096, 4096, 10**9, blocks, blocks, 10**6, free_files, free_files, flags, 255))
    return state_checks.of_file_system(kind, space, around()).finding


def test_the_room_on_the_disk_is_told_by_thresholds() -> None:
    plenty = 2 * bounds.DISK_NEARLY_FULL_BYTES
    assert disk("ext4", free=plenty) is None
    assert disk("ext4", free=bounds.DISK_NEARLY_FULL_BYTES // 2) == "disk-nearly-full"
    assert disk("ext4", free=bounds.DISK_FULL_BYTES // 2) == "disk-full"
    assert disk("ext4", free=plenty, free_files=0) == "disk-full"
    assert disk("nfs4", free=plenty) == "disk-of-network"
    assert disk("ext4", free=plenty, flags=os.ST_RDONLY) == "disk-read-only"


MOUNTS = r"""22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 22 0:40 / /home rw,relatime shared:5 - nfs4 server:/home rw
31 30 0:41 / /home/a\040b rw - fuse.sshfs host: rw
32 22 0:42 / /srv rw - xfs /dev/sdb rw
33 22 0:43 / /srv rw - cifs //server/share rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/var/x", "ext4"), ("/home/x", "nfs4"), ("/homes/x", "ext4"), ("/home/a b/c", "fuse.sshfs"), ("/srv/x", "cifs")],
)
def test_the_kind_of_file_system_is_that_of_the_nearest_mount(tmp_path: Path, path: str, kind: str) -> None:
    (tmp_path / "mounts").write_text(MOUNTS)
    assert file_system.kind_of(path, str(tmp_path / "mounts")) == kind


def test_where_nothing_says_so_the_kind_is_not_known(tmp_path: Path) -> None:
    assert file_system.kind_of("/", str(tmp_path / "none")) is None


def test_damaged_files_are_counted_and_stay_where_they_are(state: Path, driver: CodexDriver) -> None:
    [document] = (state / "conversations").iterdir()
    document.write_bytes(b"no document")
    came_to = state_checks.files(around())
    assert came_to.finding == "state-damaged"
    assert "1 damaged, 0 set aside" in told(came_to)
    assert document.read_bytes() == b"no document"
    driver.read("a")
    assert "0 damaged, 1 set aside" in told(state_checks.files(around()))


@pytest.mark.parametrize("name", ["tally.json", "conversations"])
def test_files_of_a_newer_version_are_told(state: Path, name: str) -> None:
    file = state / name if name == "tally.json" else next((state / name).iterdir())
    file.write_text('{"version": 99}')
    assert state_checks.files(around()).finding == "state-newer"
