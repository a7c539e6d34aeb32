"""Hooks while other programs hold files of the state: run on Windows, by `test_storage.py`. [R2, R12, R21]

The environment variable PROGRAM names the frozen program. A virus scanner or an indexer opens a file and lets nobody
else in, for a tenth of a second as a rule.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from host_drivers.codex import CodexDriver
from lorelum_answers import line
from practice_ledger import bounds

assert sys.platform == "win32"  # for the type checker

import _winapi  # noqa: E402

READ = ("a", "c1", "lore get a.b --json")
_NOT_SHARED = 0


def held(file: Path) -> int:
    """A handle of the file; as long as it is open, nobody else can read, write, replace or remove the file."""
    handle: int = _winapi.CreateFile(str(file), _winapi.GENERIC_READ, _NOT_SHARED, 0, _winapi.OPEN_EXISTING, 0, 0)
    return handle


class BusyFiles(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.state = Path(place.name) / "state"
        self.host = CodexDriver()
        self.hook(self.host.start("a"))
        self.hook(self.host.begin(*READ))

    def hook(self, payload: bytes) -> bytes:
        """What a hook answers; it is always in time and has nothing to complain of."""
        environment = {**os.environ, "PRACTICE_LEDGER_HOME": str(self.state)}
        began = time.monotonic()
        command = [os.environ["PROGRAM"], "hook", "codex"]
        done = subprocess.run(command, input=payload, env=environment, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertLess(time.monotonic() - began, bounds.HOOK_SECONDS + 5)
        return done.stdout

    def document(self) -> Path:
        (found,) = (self.state / "conversations").glob("*.json")
        return found

    def remembered(self) -> list[str]:
        return [each["practice_id"] for each in json.loads(self.document().read_bytes())["candidates"]]

    def finish(self) -> None:
        self.assertEqual(self.hook(self.host.finish(*READ, line("a.b"))), b"")

    def test_a_file_that_is_held_for_a_moment_costs_nothing(self) -> None:
        for name in (
            self.document(),
            self.state / "secret",
            self.state / "tally.json",
            self.state / "locks/roots.lock",
        ):
            handle = held(name)
            closing = threading.Timer(0.1, _winapi.CloseHandle, (handle,))
            closing.start()
            self.finish() if name == self.document() else self.hook(self.host.start("a", source="resume"))
            closing.join()
        self.assertEqual(self.remembered(), ["a.b"])

    def test_a_document_that_is_held_for_ever_costs_its_own_change_and_no_more(self) -> None:
        before = self.document().read_bytes()
        handle = held(self.document())
        self.finish()
        self.assertEqual(self.hook(self.host.child("a", "x")), b"")
        self.assertEqual(self.hook(self.host.start("b")), b"")
        _winapi.CloseHandle(handle)
        ours = [file for file in (self.state / "conversations").iterdir() if file.read_bytes() == before]
        self.assertEqual(len(ours), 1)
        self.assertEqual(len(list((self.state / "conversations").iterdir())), 2)
        self.assertIn("state-unwritable", (self.state / "diagnostics.log").read_text())
        self.finish()
        self.assertIn("a.b", self.hook(self.host.child("a", "y")).decode())

    def test_counts_that_are_held_for_ever_cost_no_read(self) -> None:
        handle = held(self.state / "tally.json")
        self.finish()
        _winapi.CloseHandle(handle)
        self.assertEqual(self.remembered(), ["a.b"])


if __name__ == "__main__":
    unittest.main()
