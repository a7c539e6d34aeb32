"""Where glibc is too old or is not there, hooks are silent and the command says what is wrong. [R2, R21]"""

from __future__ import annotations

import json
import platform

import pytest

import glibc_needs
from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE, line
from process.conftest import SILENT

from .systems import System

COMMAND = f"lore get {PRACTICE} --json"
CONVERSATION = "a"
LOADER = "/lib64/ld-linux-x86-64.so.2" if platform.machine() == "x86_64" else "/lib/ld-linux-aarch64.so.1"
# Musl's, that of a 32-bit userland on a 64-bit kernel, and glibc where no program finds it look the same.
NONE = f"none for 64-bit programs ({LOADER} is not there)"


def large(event: bytes) -> bytes:
    """The event with more in it than a pipe holds, so that input which nobody reads is noticed."""
    return json.dumps(json.loads(event) | {"filling": "x" * 300_000}).encode()


def events() -> list[bytes]:
    host = CodexDriver()
    return [
        host.start(CONVERSATION),
        host.begin(CONVERSATION, "call", COMMAND),
        host.finish(CONVERSATION, "call", COMMAND, line()),
        host.child(CONVERSATION, "agent"),
        host.end(CONVERSATION),
    ]


def test_every_hook_is_silent_and_reads_its_input(unsuited: System) -> None:
    assert [unsuited.hook(large(event)) for event in events()] == [SILENT] * 5
    assert not unsuited.state.exists()


@pytest.mark.parametrize("arguments", [["doctor"], ["read", PRACTICE], ["--version"], []], ids=" ".join)
def test_every_command_says_which_glibc_is_needed_and_which_is_there(unsuited: System, arguments: list[str]) -> None:
    end = unsuited.command(*arguments)

    stated = ".".join(map(str, glibc_needs.stated()))
    there = "glibc 2.31" if (unsuited.root / "etc" / "debian_version").exists() else NONE
    assert end.stderr.decode().splitlines() == [
        f"practice-ledger: its program needs glibc {stated} or newer; this system has {there}.",
        "Use one that has it, such as a 64-bit Debian 12, Ubuntu 22.04 or RHEL 9, or build the plugin on this one.",
        "Until then its hooks do nothing.",
    ]
    assert (end.status, end.stdout) == (126, b"")


def test_a_program_that_was_built_there_runs(unsuited: System) -> None:
    unsuited.program.write_text('#!/bin/sh\necho usage: practice-ledger "$@"\n')

    end = unsuited.command("status", "--json")

    assert (end.status, end.stdout, end.stderr) == (0, b"usage: practice-ledger status --json\n", b"")
