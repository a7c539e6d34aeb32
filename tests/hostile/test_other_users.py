"""What another user of the machine can do to the state, and what the program does to another user: nothing. [R13, R24]

Run as root, which alone can act as several users.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from practice_ledger.hosts.codex.caller import CALL_VARIABLE, SESSION_VARIABLE, THREAD_VARIABLE
from practice_ledger.proof.payload_filter import RECEIPT_MARKER

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as several users")

OWNER, OTHER, GROUP = 61001, 61002, 61000
ANYBODY = 0o1777
NONE: Mapping[str, str] = {}

# Tries everything on every name below a folder, and says what was let through.
ATTACK = r"""
root=$1; shift
let() { what=$1; shift; if "$@" >/dev/null 2>&1; then echo "$what"; fi; }
append() { : >>"$1"; }
let list ls "$root"
let create mkdir "$root/planted"
for name; do
    path=$root/$name
    let "see $name" test -e "$path"
    let "read $name" cat "$path"
    let "append to $name" append "$path"
    let "link $name" ln "$path" "$root.stolen"
    let "rename $name" mv "$path" "$path.moved"
    let "remove $name" rm -r "$path"
done
let "change the mode" chmod 777 "$root"
let replace mv "$root" "$root.moved"
"""


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder like /tmp: all may write there, and remove only what is their own."""
    folder = Path(tempfile.mkdtemp(prefix="practice-ledger-shared-"))
    folder.chmod(ANYBODY)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def program(assembled_plugin: Path, shared: Path) -> Path:
    """The frozen program in a place that all users reach."""
    (found,) = assembled_plugin.glob("runtime/*")
    shutil.copytree(found, shared / "program")
    (shared / "program").chmod(0o755)
    return shared / "program" / "practice-ledger"


Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(program: Path, shared: Path) -> Run:
    """Runs the program, or something else, as a user."""

    def run(user: int, *command: str, payload: bytes = b"", umask: int = 0o022, **variables: str) -> object:
        return subprocess.run(
            command or [str(program), "hook", "codex"],
            input=payload,
            env={"PATH": "/usr/bin:/bin", "PRACTICE_LEDGER_HOME": str(shared / "state"), **variables},
            cwd=shared,
            user=user,
            group=GROUP,
            extra_groups=[],
            umask=umask,
            capture_output=True,
            check=False,
        )

    return run  # type: ignore[return-value]


def hint_of_a_conversation(run: Run, user: int, variables: Mapping[str, str] = NONE, umask: int = 0o022) -> str:
    driver, read = CodexDriver(), ("a", "c1", f"lore get {PRACTICE} --json")
    steps = [driver.start("a"), driver.begin(*read), driver.finish(*read, line(PRACTICE)), b"{", driver.child("a", "x")]
    ends = [run(user, payload=payload, umask=umask, **variables) for payload in steps]
    assert {(end.returncode, end.stderr) for end in ends} == {(0, b"")}
    return driver.told(ends[-1].stdout)


def names_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("umask", [0o000, 0o002, 0o022, 0o077, 0o277, 0o777])
def test_another_user_even_of_the_same_group_gets_at_nothing_under_any_umask(
    umask: int, run: Run, shared: Path
) -> None:
    assert PRACTICE in hint_of_a_conversation(run, OWNER, umask=umask)
    state = shared / "state"
    names = names_in(state)
    assert {"secret", "tally.json", "diagnostics.log", "conversations", "locks"} <= set(names)
    for path in [state, *state.rglob("*")]:
        found = path.stat()
        assert (stat.S_IMODE(found.st_mode), found.st_uid) == (0o700 if path.is_dir() else 0o600, OWNER), path

    tried = run(OTHER, "/bin/bash", "-c", ATTACK, "attack", str(state), *names)

    assert (tried.stdout, tried.stderr) == (b"", b"")
    assert names_in(state) == names
    assert PRACTICE in CodexDriver().told(run(OWNER, payload=CodexDriver().child("a", "x")).stdout)
    by_owner = run(OWNER, "/bin/bash", "-c", ATTACK, "attack", str(state), *names)
    assert b"\nread secret\n" in by_owner.stdout, "the attack is one where nothing forbids it"


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o777])
def test_a_state_folder_that_another_user_made_beforehand_is_not_used(mode: int, run: Run, shared: Path) -> None:
    state = shared / "state"
    for folder in (state, state / "conversations", state / "locks"):
        folder.mkdir()
        os.chown(folder, OTHER, GROUP)
        folder.chmod(mode)
    before = names_in(state)
    assert hint_of_a_conversation(run, OWNER) == ""
    assert names_in(state) == before


def test_a_link_of_another_users_leads_to_nothing_of_the_owners(run: Run, shared: Path) -> None:
    own = shared / "own"
    own.mkdir(mode=0o755)
    (own / "letter.tmp").write_text("mine")
    os.utime(own / "letter.tmp", (1, 1))
    for path in (own, own / "letter.tmp"):
        os.chown(path, OWNER, GROUP)
    (shared / "state").symlink_to(own)
    os.chown(shared / "state", OTHER, GROUP, follow_symlinks=False)
    hint_of_a_conversation(run, OWNER)
    assert (own / "letter.tmp").read_text() == "mine"
    assert (own / "letter.tmp").stat().st_mtime == 1


def test_a_folder_between_that_another_user_owns_is_no_way_in(run: Run, shared: Path) -> None:
    """A home that all may write, such as /tmp: the folders down to the state may be another user's."""
    planted = shared / ".local"
    planted.mkdir()
    os.chown(planted, OTHER, GROUP)
    planted.chmod(0o755)
    variables = {"PRACTICE_LEDGER_HOME": "", "HOME": str(shared)}
    assert hint_of_a_conversation(run, OWNER, variables) == ""
    assert names_in(planted) == []


@pytest.mark.parametrize("variable", ["HOME", "XDG_STATE_HOME", "PRACTICE_LEDGER_HOME"])
def test_root_in_another_users_environment_leaves_nothing_in_their_folders(
    variable: str, run: Run, shared: Path
) -> None:
    theirs = shared / "theirs"
    theirs.mkdir(mode=0o755)
    os.chown(theirs, OTHER, GROUP)
    variables: Mapping[str, str] = {"PRACTICE_LEDGER_HOME": "", variable: str(theirs)}
    assert hint_of_a_conversation(run, 0, variables) == ""
    assert names_in(theirs) == []


def test_a_user_without_a_home_has_no_state_and_no_fault(run: Run, shared: Path) -> None:
    before = names_in(shared)
    assert hint_of_a_conversation(run, OWNER, {"PRACTICE_LEDGER_HOME": ""}) == ""
    assert names_in(shared) == before


def test_another_user_makes_no_receipt_that_counts(run: Run, program: Path, shared: Path) -> None:
    assert hint_of_a_conversation(run, OWNER)
    lore = shared / "lore"
    answer = json.dumps(json.loads(line("a.b")))
    lore.write_text(f"#!/bin/sh\ncat <<'end'\n{answer}\nend\n")
    lore.chmod(0o755)
    caller = {SESSION_VARIABLE: "a", THREAD_VARIABLE: "a", CALL_VARIABLE: "c2", "PRACTICE_LEDGER_LORE": str(lore)}
    marker = RECEIPT_MARKER.encode()
    assert marker in run(OWNER, str(program), "read", "a.b", **caller).stderr
    by_other = run(OTHER, str(program), "read", "a.b", **caller)
    assert by_other.returncode == 0
    assert by_other.stdout.startswith(b"# ")
    assert marker not in by_other.stderr
