"""A sealed read counts wherever its output goes, in both tool modes and both sandboxes. [R24, R25]"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codex_host.app_server import AppServer
from codex_host.isolated_codex import PLAIN_SHELL, IsolatedCodex
from codex_host.model_steps import AtOnce, JavaScript, Poll, Shell
from host.readings import DELEGATION, EVIDENCE
from host.sealed import PLACES, RECEIPT, Conversations, Place, everywhere, refusals, sealed

LONG = "LORE_STAND_IN_BODY_LINES=4000"
"""Makes a Practice of 340 KB, of which the host shows the model 10 to 40."""

SCRIPT = f"""exec 3>&2
{sealed(DELEGATION)} > /dev/null
text=$({sealed(EVIDENCE)} 2>&3)
"""

NOISE = "for n in $(seq 100); do printf 'noise ' >&2; done"

COMMANDS = {
    "alone": sealed(DELEGATION),
    "piped-to-a-reader-that-closes-early": f"{sealed(DELEGATION)} | head -c 5",
    "after-a-partial-line": f"printf x; {sealed(DELEGATION)}",
    "not-shown": f"{sealed(DELEGATION)} > /dev/null",
    "captured": f"x=$({sealed(DELEGATION)}); printf '%s characters' \"${{#x}}\"",
    "in-a-login-shell": f"bash -lc '{sealed(DELEGATION)}'",
    "beside-noise": f"{NOISE} & {NOISE}; {sealed(DELEGATION)}; {NOISE}; wait",
    "from-another-folder": f"cd / && {sealed(DELEGATION)} | tail -n 1",
    "before-a-command-that-fails": f"{sealed(DELEGATION)} && exit 3",
}
"""Ways to read one Practice."""

COMMANDS_FOR_TWO = {
    "at-once": sealed(DELEGATION, EVIDENCE),
    "in-a-loop": f"for id in {DELEGATION} {EVIDENCE}; do practice-ledger read $id | head -n 1; done",
    "in-a-script": "sh ./read.sh",
    "at-once-and-long": f"{LONG} {sealed(DELEGATION, EVIDENCE)}",
    "beside-one-that-fails": sealed(DELEGATION, "agentic-coding.missing.practice", EVIDENCE),
}
"""Ways to read two, one after the other."""


@pytest.fixture(scope="module", autouse=True)
def script_of_the_project(sealing_codex: IsolatedCodex) -> None:
    (sealing_codex.project / "read.sh").write_text(SCRIPT)


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_sealed_read_counts(sealing_server: AppServer, kind: str) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told([Shell(COMMANDS[kind])])
    assert all(RECEIPT in output for output in conversations.outputs().values())
    assert found == everywhere([DELEGATION])


@pytest.mark.parametrize("kind", COMMANDS_FOR_TWO)
def test_two_sealed_reads_count(sealing_server: AppServer, kind: str) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told([Shell(COMMANDS_FOR_TWO[kind])])
    assert found == everywhere([EVIDENCE, DELEGATION])


def test_a_sealed_read_into_a_file_counts(sealing_codex: IsolatedCodex, sealing_server: AppServer) -> None:
    places = [place for place in PLACES if place.sandbox == "workspace-write"]
    conversations = Conversations(sealing_server, places)
    found = conversations.told(lambda place: [Shell(f"{sealed(DELEGATION)} > {place.model}.md")])
    assert found == everywhere([DELEGATION], places)
    assert all(DELEGATION in (sealing_codex.project / f"{place.model}.md").read_text() for place in places)


def test_a_sealed_read_counts_although_the_state_can_only_be_read(
    sealing_codex: IsolatedCodex, sealing_server: AppServer
) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told([Shell(f'{sealed(DELEGATION)}; : > "$PRACTICE_LEDGER_HOME/written"')])
    outputs = conversations.outputs()
    assert not (Path(sealing_codex.environment["PRACTICE_LEDGER_HOME"]) / "written").exists()
    assert all("Read-only file system" in output or "ermission denied" in output for output in outputs.values())
    assert found == everywhere([DELEGATION])


def test_a_practice_that_the_host_cuts_counts(sealing_server: AppServer) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told([Shell(f"{LONG} {sealed(DELEGATION)}")])
    assert all("truncated" in output for output in conversations.outputs().values())
    assert found == everywhere([DELEGATION])


def test_a_sealed_read_in_a_terminal_counts(sealing_server: AppServer) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told([Shell(f"printf x; {sealed(DELEGATION)}", tty=True)])
    assert found == everywhere([DELEGATION])


def test_a_sealed_read_of_an_ephemeral_conversation_counts(sealing_server: AppServer) -> None:
    conversations = Conversations(sealing_server, ephemeral=True)
    found = conversations.told([Shell(sealed(DELEGATION))])
    assert found == everywhere([DELEGATION])


def two_at_once(place: Place) -> AtOnce | JavaScript:
    commands = [sealed(DELEGATION), f"{sealed(EVIDENCE)} | tail -n 1"]
    if place.model == PLAIN_SHELL:
        return AtOnce(tuple(Shell(command) for command in commands))
    call = "cmd => tools.exec_command({cmd, login: false})"
    return JavaScript(f"await Promise.all({commands!r}.map({call})); text('read');")


def test_parallel_calls_each_bring_their_own(sealing_server: AppServer) -> None:
    conversations = Conversations(sealing_server)
    found = conversations.told(lambda place: [two_at_once(place)])
    assert {place: sorted(ids) for place, ids in found.items()} == everywhere([DELEGATION, EVIDENCE])


def test_a_receipt_that_is_printed_after_the_first_yield_counts_when_the_call_is_seen_to_end(
    sealing_codex: IsolatedCodex, sealing_server: AppServer
) -> None:
    conversations = Conversations(sealing_server)
    conversations.turn([Shell(f"until [ -e go ]; do sleep 0.05; done; {sealed(DELEGATION)}", yield_ms=250)])
    assert conversations.told() == everywhere([])
    (sealing_codex.project / "go").touch()
    assert conversations.told([Poll()]) == everywhere([DELEGATION])


def test_a_receipt_that_is_printed_before_the_first_yield_is_lost(
    sealing_codex: IsolatedCodex, sealing_server: AppServer
) -> None:
    state = sealing_codex.environment["PRACTICE_LEDGER_HOME"]
    before = refusals(state)
    conversations = Conversations(sealing_server)
    conversations.turn([Shell(f"{sealed(DELEGATION)}; until [ -e go-on ]; do sleep 0.05; done", yield_ms=4000)])
    assert all(RECEIPT in output for output in conversations.outputs().values())
    (sealing_codex.project / "go-on").touch()
    assert conversations.told([Poll()]) == everywhere([])
    assert all(re.search(r'(exited with code |"exit_code":)0', output) for output in conversations.outputs().values())
    assert refusals(state) == before


def test_of_several_long_reads_in_one_command_the_receipts_in_the_cut_middle_are_lost(
    sealing_server: AppServer,
) -> None:
    conversations = Conversations(sealing_server)
    reads = "; ".join(f"{LONG} {sealed(practice)}" for practice in (DELEGATION, EVIDENCE))
    found = conversations.told([Shell(reads)])
    assert all(output.count(RECEIPT) == 1 for output in conversations.outputs().values())
    assert found == everywhere([DELEGATION])
