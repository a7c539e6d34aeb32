"""Whichever system call is a process's last, nothing that was acknowledged is lost. [R12]

A part of the kill points each time; `python3 build soak` goes through all of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import folders
from soak.hook_injections import HookInjections, Injection, Rehearsed, kills, mixed
from soak.library_kills import LibraryKills
from soak.outcome import Outcome
from soak.system_calls import KILL, Point, Program, injected, points

HOOK_KILLS, FULL_KILLS, LIBRARY_KILLS = 250, 12, 40

# As the product would be if it wrote documents in place.
CARELESS = """\
import os, sys
sys.path.insert(0, {runtime!r})
from practice_ledger.storage.private_folder import PrivateFolder
def replace(folder, name, data, durable=True):
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600, dir_fd=folder._descriptor)
    os.write(descriptor, data)
    os.close(descriptor)
PrivateFolder.replace = replace
from practice_ledger.hook import run
run("codex")
"""


def killed(hook_injections: HookInjections, injections: list[Injection]) -> Outcome:
    outcome = Outcome()
    for injection in injections:
        hook_injections.run(injection, outcome)
    return outcome


def test_a_hook_that_is_killed_at_any_call_on_the_state_loses_nothing(
    hook_injections: HookInjections, rehearsed: list[Rehearsed]
) -> None:
    outcome = killed(hook_injections, mixed(kills(rehearsed[:-1]))[:HOOK_KILLS])
    assert outcome.wrong == []
    assert {point.call for each in rehearsed[:-1] for point in each.points} == set(outcome.met), "a call without a kill"
    assert outcome.met.total() >= 0.98 * HOOK_KILLS, "kills that met no call on the state"


def test_a_hook_that_is_killed_while_it_makes_room_loses_nothing(
    hook_injections: HookInjections, rehearsed: list[Rehearsed]
) -> None:
    outcome = killed(hook_injections, mixed(kills(rehearsed[-1:]))[:FULL_KILLS])
    assert outcome.wrong == []
    assert outcome.met["unlinkat"] == 1


def test_a_process_that_is_killed_among_many_changes_loses_none_that_it_acknowledged(
    strace: str, assembled_plugin: Path, tmp_path: Path
) -> None:
    library, outcome = LibraryKills(folders.WORK / "stage", tmp_path), Outcome()
    found = library.points()
    for point in found[:LIBRARY_KILLS]:
        library.run(point, outcome)
    assert outcome.wrong == []
    assert set(outcome.met) == {point.call for point in found}, "a call without a kill"


def test_documents_that_are_written_in_place_would_be_noticed(
    strace: str, rehearsed: list[Rehearsed], tmp_path: Path
) -> None:
    runtime = folders.WORK / "stage"  # with compiled schemas: under strace, pydantic's import may take all of its time
    (tmp_path / "careless.py").write_text(CARELESS.format(runtime=str(runtime)))
    program = tmp_path / "careless"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -B "{tmp_path}/careless.py"\n')
    program.chmod(0o755)
    careless = HookInjections(program, tmp_path)
    (operation,) = (each.operation for each in rehearsed if each.operation.name == "a read ends")
    careless.rehearse(operation)  # the interpreter's own writes, of the modules that it compiles, are for this time
    again = careless.rehearse(operation)
    outcome = killed(careless, [Injection(again, point, KILL) for point in again.points if point.call == "write"])
    assert any("neither" in wrong for wrong in outcome.wrong)


@pytest.mark.parametrize("action", [KILL, "error=EIO"])
def test_an_injected_kill_or_error_stands_in_place_of_the_call(strace: str, tmp_path: Path, action: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    program = Program(["mkdir", str(folder / "made")], b"", {"PATH": "/usr/bin:/bin"})
    assert points(program, folder, tmp_path / "log") == [Point("mkdir", 1)]
    (folder / "made").rmdir()
    end = injected(program, folder, tmp_path / "log", Point("mkdir", 1), action)
    assert end.hit
    assert not (folder / "made").exists()
