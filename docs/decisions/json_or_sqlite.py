"""Figures for the decision "JSON documents, not SQLite": run `python3 docs/decisions/json_or_sqlite.py`.

Each figure is the median of whole processes, start to end, as a ratio to `python3 -I -S -c pass` in the same run. The
work is a hook's: record one candidate in a conversation that holds 32 of 2 KB each. With 32 processes at once, it is
the time until the last is done.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNTIME = Path(__file__).resolve().parents[2] / "runtime"
RUNS = 60
WRITERS = 32

JSON = """
import sys
sys.path.insert(0, sys.argv[2])
from practice_ledger import strict_json
from practice_ledger.deadline import Deadline
from practice_ledger.storage.state import State
name = "a" * 64
state = State.opened(sys.argv[1], Deadline(60, 60), create=True)
with state.locked_conversation(name):
    data = state.read(name)
    held = strict_json.parse(data.decode()) if data else {str(n): "x" * 2048 for n in range(32)}
    held[sys.argv[3]] = "y" * 2048
    state.replace(name, strict_json.dump(held).encode())
"""
SQLITE = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1] + "/ledger.sqlite", timeout=60, isolation_level=None)
base.execute("pragma journal_mode=wal")
base.execute("pragma synchronous=full")
base.execute("begin immediate")
base.execute("create table if not exists held (conversation, practice, content, primary key (conversation, practice))")
if not base.execute("select count(*) from held where conversation = 'a'").fetchone()[0]:
    base.executemany("insert into held values ('a', ?, ?)", [(str(n), "x" * 2048) for n in range(32)])
base.execute("insert or replace into held values ('a', ?, ?)", (sys.argv[3], "y" * 2048))
base.execute("commit")
base.close()
"""


def command(program: str, state: Path, practice: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", program, str(state), str(RUNTIME), practice]


def seconds(arguments: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(arguments, check=True)
    return time.perf_counter() - started


def crowd(program: str, state: Path) -> float:
    """Seconds until the last of the writers is done."""
    started = time.perf_counter()
    writers = [subprocess.Popen(command(program, state, f"crowd-{number}")) for number in range(WRITERS)]
    ended = {}
    while len(ended) < WRITERS:
        for number, writer in enumerate(writers):
            if number not in ended and writer.poll() is not None:
                if writer.returncode:
                    raise SystemExit("a writer failed")
                ended[number] = time.perf_counter() - started
        time.sleep(0.001)
    return max(ended.values())


def main() -> None:
    programs = {"JSON document, lock, fsync, rename": JSON, "SQLite, WAL, synchronous=FULL": SQLITE}
    times: dict[str, list[float]] = {name: [] for name in ("base", *programs)}
    crowds: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:
        states = {name: Path(folder) / str(number) for number, name in enumerate(programs)}
        for state in states.values():
            state.mkdir(mode=0o700)
        for number in range(RUNS):
            times["base"].append(seconds([sys.executable, "-I", "-S", "-c", "pass"]))
            for name, program in programs.items():
                times[name].append(seconds(command(program, states[name], str(number % 32))))
        for _ in range(5):
            for name, program in programs.items():
                crowds[name].append(crowd(program, states[name]))
    base = statistics.median(times["base"])
    print(f"| | one process | {WRITERS} at once, last done |\n|---|---|---|\n| `python3 -I -S -c pass` | 1.0 | |")
    for name in programs:
        alone = statistics.median(times[name]) / base
        print(f"| {name} | {alone:.1f} | {statistics.median(crowds[name]) / base:.0f} |")


if __name__ == "__main__":
    main()
