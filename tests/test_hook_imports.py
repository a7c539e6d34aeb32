"""The hook imports little, and exactly this. [R12]

Start-up is what a hook costs. A module that joins these lists costs every read of every user: measure it first.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from lorelum_answers import line

RUNTIME = Path(practice_ledger.__file__).parents[1]
OURS = {
    "",
    "__main__",
    "absolute_path",
    "bounds",
    "contract",
    "contract.caller",
    "contract.candidate",
    "contract.identity",
    "contract.names",
    "contract.practice_read",
    "contract.verified",
    "deadline",
    "digests",
    "hint",
    "hint.quoted_text",
    "hint.rendering",
    "hook",
    "hook_run",
    "hosts",
    "hosts.codex",
    "hosts.codex.adapter",
    "hosts.codex.agents",
    "hosts.codex.caller",
    "hosts.codex.sealed_calls",
    "ledger",
    "ledger.candidate_bounds",
    "ledger.conversation",
    "ledger.conversation_files",
    "ledger.document",
    "ledger.ledger",
    "ledger.retention",
    "lorelum",
    "lorelum.envelope",
    "lorelum.invocation",
    "proof",
    "proof.payload_filter",
    "proof.predicted_output",
    "proof.read_proof",
    "proof.shell_script",
    "proof.shell_words",
    "refusals",
    "settings",
    "settings.file",
    "settings.settings",
    "storage",
    "storage.diagnostics",
    "storage.locks",
    "storage.private_folder",
    "storage.state",
    "storage.state_directory",
    "storage.state_root",
    "storage.stored_version",
    "storage.tally",
    "storage.user_directories",
    "strict_json",
    "validation",
    "_compiled",
}
# What the very first hook imports beyond that, once in the life of a state.
OF_THE_FIRST = {"storage.adoption", "storage.contents"}
# What the reading command imports beyond a hook, when it makes a receipt and prints to a pipe.
OF_READING = {
    "child_environment",
    "reading",
    "reading.ending_signals",
    "reading.exit_statuses",
    "reading.fetching",
    "reading.lore_process",
    "reading.lore_program",
    "reading.practice_markdown",
    "reading.read_command",
    "reading.taking",
    "search_path",
    "hosts.registry",
    "sealing",
    "sealing.keyed",
    "sealing.receipt",
    "reading.sealer",
}
# What a settings file costs once a hook has parsed it.
OF_SETTINGS = {"settings.snapshot"}
# What of the standard library comes with these, beyond what an interpreter has loaded when it starts.
SHA256 = "_sha256" if sys.version_info < (3, 12) else "_sha2"
THEIRS = {"__future__", "_json", SHA256, "errno", "fcntl"}
# pydantic's core brings these with it.
OF_THE_CORE = {"_datetime", "pydantic_core._pydantic_core", "types"}

REPORT = """
import os, sys
before = set(sys.modules)
def report(status):
    sys.stderr.write(repr(sorted(set(sys.modules) - before)))
    sys.stderr.flush()
    leave(status)
leave, os._exit = os._exit, report
sys.path[:0] = sys.argv.pop(1).split(os.pathsep)
from practice_ledger.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def search_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The package as the build freezes it, with compiled schemas, and the folder that holds pydantic's core."""
    staged = tmp_path_factory.mktemp("staged") / "practice_ledger"
    staged.mkdir()
    for path in RUNTIME.joinpath("practice_ledger").iterdir():
        if path.name != "__pycache__":
            staged.joinpath(path.name).symlink_to(path)
    subprocess.run(
        [sys.executable, "-m", "practice_ledger.schema_compiler", staged / "_compiled.py"], check=True, cwd=RUNTIME
    )
    import pydantic_core

    return f"{staged.parent}:{Path(pydantic_core.__file__).parents[1]}"


def imported(
    event: bytes, state_path: Path, search_path: str, *arguments: str, variables: Mapping[str, str] | None = None
) -> set[str]:
    """What one run of the hook, or with `arguments` of another command, imports beyond a bare interpreter."""
    command = [sys.executable, "-I", "-S", "-c", REPORT, search_path, *(arguments or ("hook", "codex"))]
    environment = {"HOME": str(state_path.parent), "PRACTICE_LEDGER_HOME": str(state_path), **(variables or {})}
    ran = subprocess.run(command, input=event, env=environment, capture_output=True, check=True)
    return set(json.loads(ran.stderr.decode().splitlines()[-1].replace("'", '"')))


def events() -> list[bytes]:
    """One of each."""
    host = CodexDriver()
    read = ("a", "c1", "lore get a.b --json")
    return [
        host.start("a"),
        host.begin(*read),
        host.finish(*read, line("a.b", title="T\u00eftle")),
        host.child("a", "x"),
        host.end("a"),
    ]


def ours_in(seen: set[str]) -> set[str]:
    return {name.removeprefix("practice_ledger").removeprefix(".") for name in seen if name.startswith("practice_")}


def others_in(seen: set[str]) -> set[str]:
    return {name for name in seen if not name.startswith("practice_ledger")}


def test_the_hook_imports_exactly_what_is_written_here(state_path: Path, search_path: str) -> None:
    first = imported(events()[0], state_path, search_path)
    assert ours_in(first) <= OURS | OF_THE_FIRST
    assert others_in(first) - OF_THE_CORE <= THEIRS
    seen: set[str] = set()
    for event in events():
        seen |= imported(event, state_path, search_path)
    assert ours_in(seen) == OURS
    assert others_in(seen) - OF_THE_CORE == THEIRS | {"unicodedata"}, "unicodedata only for text that is not ASCII"


@pytest.mark.parametrize("content", ["[bounds]\nhint_items = 2\n", "not = TOML at all\n"])
def test_a_settings_file_costs_the_hook_no_library_once_it_was_parsed(
    content: str, state_path: Path, search_path: str, tmp_path: Path
) -> None:
    file = tmp_path / "config/practice-ledger/settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(content)
    imported(events()[0], state_path, search_path)
    variables = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    first, *rest = events()
    assert "tomllib" in imported(first, state_path, search_path, variables=variables)
    seen: set[str] = set()
    for event in (first, *rest):
        seen |= imported(event, state_path, search_path, variables=variables)
    assert ours_in(seen) == OURS | OF_SETTINGS
    assert others_in(seen) - OF_THE_CORE == THEIRS | {"unicodedata"}


def test_an_event_that_reads_nothing_loads_no_model(state_path: Path, search_path: str) -> None:
    event = CodexDriver().begin("a", "c1", "grep 'folklore get' notes")
    assert not imported(event, state_path, search_path) & ({"practice_ledger._compiled"} | OF_THE_CORE)


def test_a_read_imports_little_more_than_a_hook(state_path: Path, search_path: str, tmp_path: Path) -> None:
    imported(CodexDriver().start("a"), state_path, search_path)
    lore = tmp_path / "lore"
    lore.write_text(f"#!/bin/sh\nprintf %s '{line('a.b').strip()}'\n")
    lore.chmod(0o755)
    caller = {"CODEX_SESSION_ID": "a", "CODEX_THREAD_ID": "a", "CODEX_TOOL_CALL_ID": "c1"}
    variables = {**caller, "PRACTICE_LEDGER_LORE": str(lore)}
    seen = imported(b"", state_path, search_path, "read", "a.b", variables=variables)
    assert OF_READING <= ours_in(seen) <= OURS | OF_READING
    assert others_in(seen) - OF_THE_CORE - THEIRS <= {"_blake2", "_operator", "select", "termios"}
