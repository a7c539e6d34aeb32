"""Recordings read the same each time they are taken, and what differs in them is shown. [R14]"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from evidence.conversation_scenarios import GET, LONG
from evidence.differences import difference
from evidence.fixtures import Fixtures
from evidence.lab import STAND_IN
from evidence.neutral import neutral
from hosts.evidence import FIXTURES, expectation, recordings

ROOT = "019f2a3b-1111-7222-8333-444455556666"
CHILD = "019f2a3b-7777-7888-8999-aaaabbbbcccc"


def event(name: str, **fields: Any) -> str:
    return json.dumps({"session_id": ROOT, "hook_event_name": name, **fields}, separators=(",", ":"))


def call(name: str, number: str, command: str, **fields: Any) -> str:
    return event(name, tool_name="Bash", tool_input={"command": command}, tool_use_id=number, **fields)


CALLS = (
    event("SessionStart", transcript_path=f"/tmp/a home/sessions/2031/12/30/rollout-2031-12-30T09-08-07-{ROOT}.jsonl"),
    call("PreToolUse", "call_0123456789", "one"),
    call("PostToolUse", "call_0123456789", "one", tool_response='{"agent_id":"x","nickname":"Zeno"}'),
)
AT_ONCE = (
    call("PreToolUse", "exec-00000000-1111-2222-3333-444444444444", "one"),
    call("PreToolUse", "exec-00000000-1111-2222-3333-555555555555", "two"),
)
OF_TWO_AGENTS = (call("PreToolUse", "call_aaaaaaaaaa", "root's"), event("SubagentStart", agent_id=CHILD))


def made_neutral(lines: Sequence[str]) -> list[str]:
    return neutral(lines, {Path("/tmp/a home"): "/home/dev/.codex", Path("/tmp/a home/project"): "/home/dev/project"})


def test_ids_paths_times_and_nicknames_are_taken_out_and_nothing_else() -> None:
    session, name = "01900000-0000-7000-8000-000000000001", "call_0001"
    assert made_neutral(CALLS) == [
        CALLS[0]
        .replace("/tmp/a home/sessions/2031/12/30/rollout-2031-12-30T09-08-07", "PATH")
        .replace(ROOT, session)
        .replace("PATH", "/home/dev/.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00"),
        *(
            line.replace(ROOT, session).replace("call_0123456789", name).replace("Zeno", "Nickname")
            for line in CALLS[1:]
        ),
    ]


def test_another_run_of_the_same_reads_the_same() -> None:
    other = [
        line.replace(ROOT, CHILD)
        .replace("call_0123456789", "call_ffffffffff")
        .replace("2031", "2032")
        .replace("Zeno", "Ada")
        for line in CALLS
    ]
    assert made_neutral(other) == made_neutral(CALLS)


def test_an_answer_that_is_cut_is_the_same_wherever_the_lab_lies(tmp_path: Path) -> None:
    def answer(home: Path) -> bytes:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), **LONG}
        done = subprocess.run([STAND_IN / "lore", *GET.split()[1:]], env=environment, capture_output=True, check=True)
        return done.stdout

    assert answer(tmp_path) == answer(tmp_path / "further away")
    assert len(answer(tmp_path)) > 100_000


def test_what_differs_stays_apart() -> None:
    first, second = (json.loads(line)["tool_use_id"] for line in made_neutral(AT_ONCE))
    assert (first, second) == ("exec-0001", "exec-0002")


def test_what_only_looks_like_an_id_is_left_alone() -> None:
    line = event("PostToolUse", tool_response="00000000-0000-4000-8000-000000000001 call_back exec-ute 0123456789")
    assert made_neutral([line]) == [line.replace(ROOT, "01900000-0000-7000-8000-000000000001")]


@pytest.mark.parametrize("lines", [AT_ONCE, OF_TWO_AGENTS])
def test_who_was_heard_first_of_those_that_ran_at_once_is_no_difference(lines: tuple[str, str]) -> None:
    here, there = made_neutral([CALLS[0], *lines]), made_neutral([CALLS[0], *lines[::-1]])
    assert here[1:] == there[:0:-1]
    assert difference(here, there, "name") == ""


def test_another_order_of_one_agent_s_events_is_a_difference() -> None:
    begun, ended = made_neutral(CALLS)[1:]
    assert difference([begun, ended], [ended, begun], "name") != ""


def test_a_changed_field_is_shown_as_it_was_and_as_it_is() -> None:
    stored = made_neutral(CALLS)
    shown = difference(
        stored, [stored[0], stored[1].replace("PreToolUse", "BeforeTool"), stored[2]], "code-mode.direct"
    )
    assert "stored/code-mode.direct" in shown
    assert '\n- "hook_event_name": "PreToolUse"' in shown
    assert '\n+ "hook_event_name": "BeforeTool"' in shown


@pytest.mark.parametrize("path", recordings(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_stored_recordings_are_neutral(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert neutral(lines, {}) == lines


@pytest.fixture
def stored(tmp_path: Path) -> Fixtures:
    """Fixtures of an older version beside those of a newer one."""
    for version in ("1.9.0", "1.10.0"):
        folder = tmp_path / f"codex-{version}"
        folder.mkdir()
        for kind in ("unified-exec.direct", "unified-exec.child"):
            for file in (FIXTURES / "codex-0.171.0").glob(f"{kind}.*"):
                (folder / file.name).write_bytes(file.read_bytes())
    return Fixtures("1.9.0", tmp_path)


def lines_of(name: str) -> list[str]:
    return (FIXTURES / "codex-0.171.0" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


SEEN = {name: lines_of(name) for name in ("unified-exec.direct", "unified-exec.child")}


def test_what_is_as_it_is_stored_is_no_difference(stored: Fixtures) -> None:
    assert stored.differences(SEEN, ["unified-exec"]) == {}


def test_what_is_new_gone_or_otherwise_is_a_difference_and_no_file_changes(stored: Fixtures, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()}
    other = [line.replace('"Bash"', '"Shell"') for line in SEEN["unified-exec.direct"]]
    found = stored.differences({"unified-exec.direct": other, "unified-exec.pty": other}, ["unified-exec"])
    assert set(found) == {"unified-exec.direct", "unified-exec.child", "unified-exec.pty"}
    assert '+ "tool_name": "Shell"' in found["unified-exec.direct"]
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.is_file()} == before


def test_what_is_kept_takes_the_place_of_what_was_stored(stored: Fixtures, tmp_path: Path) -> None:
    new = {"unified-exec.direct": SEEN["unified-exec.direct"], "unified-exec.pty": lines_of("unified-exec.pty")}
    assert stored.keep(new, stored.differences(new, ["unified-exec"])) == []
    assert stored.differences(new, ["unified-exec"]) == {}
    assert {path.name for path in (tmp_path / "codex-1.9.0").iterdir()} == {
        f"unified-exec.{name}" for name in ("direct.jsonl", "direct.expected.json", "pty.jsonl", "pty.expected.json")
    }


def test_a_new_recording_is_expected_to_come_to_what_it_does_in_the_newest_version(
    stored: Fixtures, tmp_path: Path
) -> None:
    usual = expectation(tmp_path / "codex-1.10.0" / "unified-exec.direct.jsonl")
    usual.write_text(json.dumps({"told": [], "results": {"added": 7}, "refusals": {}}))
    expectation(tmp_path / "codex-1.9.0" / "unified-exec.direct.jsonl").unlink()
    surprises = stored.keep(SEEN, {"unified-exec.direct": "it is not stored"})
    assert expectation(tmp_path / "codex-1.9.0" / "unified-exec.direct.jsonl").read_text() == usual.read_text()
    assert len(surprises) == 1
    assert "'added': 1" in surprises[0]
