"""Several processes change the same conversations at once: what each was told is there, nothing foreign is. [R12]"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import practice_ledger
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.ledger.document import decode

RUNTIME = Path(practice_ledger.__file__).parents[1]
PROCESSES, ROOTS, READS = 4, 3, 6  # of each process in each conversation; a conversation keeps 32

PROGRAM = """\
import json, random, sys
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import BegunCall, EndedRoot, FinishedCall, OpenedRoot, SealedCall, StartedChild
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.storage.state import State

folder, number, roots, reads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
ledger = Ledger(State.opened(folder, Deadline(60.0, 60.0), create=True), lambda: 1_800_000_000)
print(flush=True)
sys.stdin.read(1)
work = [(root, read) for root in range(roots) for read in range(reads)]
random.Random(number).shuffle(work)
for root, read in work:
    key = ConversationKey("codex", f"root {root}")
    name = f"root-{root}.read-{number}-{read}"
    practice = PracticeRead(name, "0" * 64, "T", None, ["pack"])
    bound = ledger.open_root(OpenedRoot(key, "t"))
    if read % 2:
        said = ledger.record_sealed(SealedCall(bound, name, (practice,)))
    else:
        ledger.begin_call(BegunCall(key, "t", name, "lore get x --json"))
        said = ledger.record(FinishedCall(key, "t", name, "lore get x --json", (practice,)))
    told = [found.practice_id for found in ledger.list_for_child(StartedChild(key))]
    print(json.dumps([root, name, list(said), name in told]), flush=True)
"""


def test_what_each_process_was_told_is_there_and_nothing_foreign_is(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(RUNTIME)}
    arguments = [str(tmp_path / "state")]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments, str(number), str(ROOTS), str(READS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for number in range(PROCESSES)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()  # it is ready
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    told = [json.loads(line) for process in processes for line in process.communicate(timeout=60)[0].splitlines()]
    assert [process.returncode for process in processes] == [0] * PROCESSES

    assert len(told) == PROCESSES * ROOTS * READS
    assert all(said == ["added"] and is_told for _, _, said, is_told in told)
    for root in range(ROOTS):
        name = ConversationKey("codex", f"root {root}").hashed()
        held = decode(name, (tmp_path / "state" / "conversations" / f"{name}.json").read_bytes())
        assert {read.practice_id for read in held.candidates} == {read for at, read, _, _ in told if at == root}
        assert [read.sequence for read in held.candidates] == list(range(1, PROCESSES * READS + 1))
        assert held.pending == []
        assert held.generation == 1, "none bound it anew"
