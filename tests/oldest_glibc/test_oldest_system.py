"""The oldest system with a new enough glibc, with nothing on it but what every system has. [R2, R9, R13]"""

from __future__ import annotations

import json

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from process.conftest import SILENT

from .systems import System

COMMAND = f"lore get {PRACTICE} --json"


def test_a_read_of_the_root_is_told_to_a_child(oldest: System) -> None:
    host = CodexDriver()
    before = [
        host.start("a"),
        host.begin("a", "call", COMMAND),
        host.finish("a", "call", COMMAND, line()),
    ]

    assert [oldest.hook(event) for event in before] == [SILENT] * 3
    told = oldest.hook(host.child("a", "agent"))
    assert PRACTICE in host.told(told.stdout)
    assert (told.status, told.stderr) == (0, b"")
    assert oldest.hook(host.end("a")) == SILENT
    assert json.loads(oldest.command("list", "--json").stdout)["result"]["conversations"]


def test_nothing_is_left_in_the_folders_for_temporary_files(oldest: System) -> None:
    oldest.hook(CodexDriver().start("a"))
    oldest.command("doctor")

    assert oldest.state.exists()
    assert [path for name in ("tmp", "var/tmp") for path in (oldest.root / name).iterdir()] == []
