"""Other programs, found and heard: run on Windows, in one process, by `test_storage.py`. [R12, R23]"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from practice_ledger.hosts.codex import config
from practice_ledger.hosts.codex.scratch_home import scratch_home
from practice_ledger.other_programs import end, none_outlives, printed, started
from practice_ledger.search_path import on_path

TALKER = "import sys; print(sys.stdin.readline().strip(), flush=True); sys.stdin.read(); print('end')"


def remove(folder: Path) -> None:
    """Removes a folder, which a process that was ended may be in for a moment more."""
    end = time.monotonic() + 20
    while True:
        try:
            shutil.rmtree(folder)
            return
        except PermissionError:
            if time.monotonic() > end:
                raise
        time.sleep(0.05)


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.place = Path(tempfile.mkdtemp())
        self.addCleanup(remove, self.place)

    def test_what_is_printed_is_told_and_faults_are_not_taken_for_it(self) -> None:
        self.assertEqual(printed([sys.executable, "-c", "print('one two')"], 20), "one two")
        with self.assertRaisesRegex(OSError, "status 3"):
            printed([sys.executable, "-c", "raise SystemExit(3)"], 20)
        with self.assertRaisesRegex(OSError, "without end"):
            printed([sys.executable, "-c", "while True: print('x' * 10_000)"], 20)

    def test_a_program_is_heard_as_it_talks(self) -> None:
        process = started([sys.executable, "-c", TALKER], str(self.place))
        assert process.stdin
        self.assertRaises(TimeoutError, process.piece, 0.1)
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        self.assertEqual(process.piece(20).strip(), b"hello")
        process.stdin.close()
        self.assertEqual(process.piece(20).strip(), b"end")
        self.assertEqual(process.piece(20), b"")
        end(process)

    def test_a_program_that_hangs_is_ended_in_time(self) -> None:
        began = time.monotonic()
        self.assertRaises(TimeoutError, printed, [sys.executable, "-c", "import time; time.sleep(300)"], 0.5)
        with none_outlives(lambda: None):
            process = started([sys.executable, "-c", "import time; time.sleep(300)"], str(self.place))
        self.assertIsNotNone(process.wait(20))
        end(process)
        self.assertLess(time.monotonic() - began, 60)

    def test_a_program_is_found_by_its_endings_in_absolute_folders_only(self) -> None:
        for name in ("tool", "tool.ps1", "tool.cmd", "tool.exe"):
            (self.place / name).touch()
        path = os.pathsep.join(("", ".", r"\here", f'"{self.place}"', str(self.place)))
        with mock.patch.dict(os.environ, {"PATHEXT": ".CMD;.EXE;.PS1"}):
            found = list(on_path("tool", path))
        self.assertEqual([Path(file).name for file in found[:2]], ["tool.cmd", "tool.exe"])
        self.assertEqual({Path(file).parent for file in found}, {self.place})

    def test_codex_is_asked_in_a_home_that_holds_a_copy_of_the_plugin(self) -> None:
        home = self.place / "codex"
        version = home / "plugins" / "cache" / "market" / "practice-ledger" / "1.0.0"
        version.mkdir(parents=True)
        (version / "LICENSE").touch()
        (home / config.FILE).write_text('[plugins."practice-ledger@market"]\nenabled = true\n')
        with scratch_home(str(home)) as scratch:
            copy = Path(scratch.path, *version.relative_to(home).parts)
            self.assertEqual([file.name for file in copy.iterdir()], ["LICENSE"])
            self.assertEqual(scratch.environment["TEMP"], scratch.environment["TMPDIR"])
            self.assertEqual(scratch.as_real(rf"{scratch.path}\config.toml:1:2: no"), rf"{home}\config.toml: no")
        self.assertFalse(Path(scratch.path).exists())
        self.assertTrue((version / "LICENSE").exists())
        self.assertEqual(config.home_of({"USERPROFILE": r"D:\me", "HOME": r"D:\other"}), r"D:\me\.codex")


if __name__ == "__main__":
    unittest.main()
