"""The ledger's operations in one process, killed at every call that touches the state.

After each kill, what was acknowledged is there, and the operation that was under way was done or was not, conversation
by conversation; and the whole sequence works from there.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from practice_ledger.storage import state
from soak import examination
from soak.outcome import Outcome
from soak.system_calls import KILL, Point, Program, injected, points

_BUILD = Path(__file__).resolve().parents[1]
_RUN = "from soak.library_operations import main; main()"


class LibraryKills:
    """Runs the sequence with the package in `package_folder`, in states under `work`, a folder of its own."""

    def __init__(self, package_folder: Path, work: Path) -> None:
        self._environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{package_folder}:{_BUILD}"}
        self._state = work / "state"
        self._log = work / "strace.log"
        self._snapshots = work / "snapshots"

    def points(self) -> list[Point]:
        """Every kill point, the first of each kind of call first, the rest in an order that is always the same."""
        shutil.rmtree(self._state, ignore_errors=True)
        self._finish(self._state, self._snapshots)
        shutil.rmtree(self._state)
        found = points(self._program(), self._state, self._log)
        firsts = {point.call: point for point in reversed(found)}
        rest = [point for point in found if point not in firsts.values()]
        random.Random(1).shuffle(rest)  # noqa: S311 - an order, not a secret
        return [*firsts.values(), *rest]

    def run(self, point: Point, outcome: Outcome) -> None:
        shutil.rmtree(self._state, ignore_errors=True)
        end = injected(self._program(), self._state, self._log, point, KILL)
        outcome.injected(point.call, hit=end.hit)
        outcome.found(f"library: {point}", list(self._wrong(len(end.stdout))))

    def _program(self) -> Program:
        return Program([sys.executable, "-c", _RUN, str(self._state)], b"", self._environment)

    def _wrong(self, acknowledged: int) -> Iterator[str]:
        old, new = (self._snapshots / str(number) for number in (acknowledged, acknowledged + 1))
        if not new.exists():
            new = old  # nothing was left to do but to close the state
        found = examination.views(self._state)
        yield from examination.neither_old_nor_new(examination.views(old), examination.views(new), found)
        yield from examination.odd_files(self._state, 1)
        if acknowledged and not (self._state / state.SECRET_FILE).exists():
            yield "the secret was acknowledged and is gone"
        try:
            self._finish(self._state)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            yield f"the next process does not get through: {error}"

    def _finish(self, folder: Path, *snapshots: Path) -> None:
        command = [sys.executable, "-c", _RUN, str(folder), *map(str, snapshots)]
        subprocess.run(command, env=self._environment, stdout=subprocess.DEVNULL, check=True, timeout=60)
