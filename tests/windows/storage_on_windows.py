"""How the state is stored on Windows: run there, by the test beside this file. [R12, R13]

Plain `unittest`, which the Windows Python of the build has.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from practice_ledger import bounds
from practice_ledger.deadline import Deadline
from practice_ledger.refusals import Refused
from practice_ledger.storage.locks import ROOTS_LOCK, HeldLock
from practice_ledger.storage.private_folder import PrivateFolder
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import state_directory
from practice_ledger.storage.user_directories import platform_directory

# Holds the first byte of a file until it is ended.
HOLDER = "import msvcrt, sys; f = open(sys.argv[1], 'ab'); msvcrt.locking(f.fileno(), 2, 1); print(flush=True); input()"


class Storage(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.path = Path(place.name) / "state"
        self.folder = PrivateFolder.at(str(self.path), create=True)

    def left(self) -> list[str]:
        return sorted(path.name for path in self.path.iterdir())

    def test_a_file_is_replaced_whole_and_read_back(self) -> None:
        for data in (b"old", b"\r\n\x1a new \r\n", b""):
            self.folder.replace("name", data)
            self.assertEqual(self.folder.read("name", 100), data)
        self.assertEqual(self.left(), ["name"])

    def test_a_missing_file_reads_as_none_and_a_long_one_is_refused(self) -> None:
        self.assertIsNone(self.folder.read("missing", 100))
        self.folder.replace("name", b"x" * 100)
        self.assertEqual(self.folder.read("name", 100), b"x" * 100)
        self.assertRaisesRegex(ValueError, "too long", self.folder.read, "name", 99)

    def test_a_replace_waits_for_a_reader_that_allows_none(self) -> None:
        self.folder.replace("name", b"old")
        reader = os.open(self.path / "name", os.O_RDONLY)
        closing = threading.Timer(0.1, os.close, (reader,))
        closing.start()
        self.folder.replace("name", b"new")
        closing.join()
        self.assertEqual(self.folder.read("name", 100), b"new")
        self.assertEqual(self.left(), ["name"])

    def test_a_replace_that_is_never_allowed_ends_in_time_and_leaves_the_old_bytes(self) -> None:
        self.folder.replace("name", b"old")
        reader = os.open(self.path / "name", os.O_RDONLY)
        started = time.monotonic()
        self.assertRaises(PermissionError, self.folder.replace, "name", b"new")
        self.assertLess(time.monotonic() - started, 2 * bounds.BUSY_SECONDS)
        os.close(reader)
        self.assertEqual(self.folder.read("name", 100), b"old")
        self.assertEqual(self.left(), ["name"])

    def test_readers_and_writers_at_once_see_whole_files(self) -> None:
        self.folder.replace("name", b"0" * 50_000)
        wrong: list[object] = []

        def read() -> None:
            while not done.wait(0.001):
                seen = self.folder.read("name", 50_000)
                if seen is None or len(seen) != 50_000 or len(set(seen)) != 1:
                    wrong.append(seen and (len(seen), set(seen)))

        done = threading.Event()
        readers = [threading.Thread(target=read, daemon=True) for _ in range(2)]
        for reader in readers:
            reader.start()
        try:
            # Longer than a hook would wait: on a busy machine a reader may be stopped with the file open.
            with mock.patch.object(bounds, "BUSY_SECONDS", 5.0):
                for number in range(100):
                    self.folder.replace("name", bytes([48 + number % 10]) * 50_000, durable=False)
        finally:
            done.set()
        for reader in readers:
            reader.join()
        self.assertEqual(wrong, [])

    def test_a_file_that_is_open_here_can_be_replaced_moved_and_removed(self) -> None:
        descriptor = self.folder.open_for_append("log")
        os.write(descriptor, b"one\n")
        self.folder.move("log", self.folder, "log.1")
        os.close(descriptor)
        descriptor = self.folder.open_for_append("log.1")
        os.write(descriptor, b"two\n")
        os.close(descriptor)
        self.assertEqual(self.folder.read("log.1", 100), b"one\ntwo\n")
        self.folder.remove("log.1")
        self.folder.remove("log.1")
        self.assertEqual(self.left(), [])

    def test_a_folder_in_place_of_a_file_and_the_other_way_round_is_refused(self) -> None:
        (self.path / "folder").mkdir()
        (self.path / "file").write_bytes(b"")
        self.assertRaises(ValueError, self.folder.read, "folder", 100)
        self.assertRaisesRegex(Refused, "state-unsafe", self.folder.open_for_append, "folder")
        for create in (True, False):
            with self.assertRaisesRegex(Refused, "state-unsafe"):
                self.folder.folder("file", create=create)
            with self.assertRaisesRegex(Refused, "state-unsafe"):
                PrivateFolder.at(str(self.path / "file"), create=create)

    def test_a_read_only_file_is_replaced_appended_to_and_removed(self) -> None:
        def open_and_close() -> None:
            os.close(self.folder.open_for_append("name"))

        actions: list[Callable[[], None]] = [
            lambda: self.folder.replace("name", b"new"),
            open_and_close,
            lambda: self.folder.set_written_at("name", 1_000_000_000),
            lambda: self.folder.remove("name"),
        ]
        for action in actions:
            self.folder.replace("name", b"old")
            (self.path / "name").chmod(stat.S_IREAD)
            action()
        self.assertEqual(self.left(), [])

    def test_a_link_of_any_kind_is_refused(self) -> None:
        # Wine makes none, so what Windows would say of one is said for it.
        self.folder.replace("name", b"x")
        self.folder.folder("inner", create=True)
        for asked, name in (("fstat", "name"), ("lstat", "inner")):
            plain = (self.path / name).stat()
            link = os.stat_result(tuple(plain), {"st_file_attributes": stat.FILE_ATTRIBUTE_REPARSE_POINT})
            with mock.patch.object(os, asked, return_value=link):
                if asked == "fstat":
                    self.assertRaises(ValueError, self.folder.read, name, 100)
                    self.assertRaisesRegex(Refused, "state-unsafe", self.folder.open_for_append, name)
                else:
                    with self.assertRaisesRegex(Refused, "state-unsafe"):
                        self.folder.folder(name, create=False)

    def test_a_missing_folder_is_made_or_said_to_be_missing(self) -> None:
        self.assertRaises(FileNotFoundError, lambda: self.folder.folder("inner", create=False))
        self.folder.folder("inner", create=True).replace("name", b"x")
        self.assertEqual(self.folder.folder("inner", create=False).read("name", 1), b"x")
        with self.assertRaises(FileNotFoundError):
            PrivateFolder.at(str(self.path / "other"), create=False)

    def test_a_lock_keeps_another_process_out_and_is_free_when_that_has_died(self) -> None:
        with HeldLock(self.folder, "x.lock", Deadline()):
            pass
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(self.path / "x.lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert holder.stdout
        holder.stdout.readline()
        with (
            self.assertRaisesRegex(Refused, "state-locked"),
            HeldLock(self.folder, "x.lock", Deadline(lock_seconds=0.1)),
        ):
            pass
        holder.kill()
        holder.communicate()
        with HeldLock(self.folder, "x.lock", Deadline()):
            self.assertEqual(self.left(), ["x.lock"])

    def test_the_end_of_a_hook_comes_while_it_waits(self) -> None:
        waiting = "from practice_ledger.deadline import Deadline as D; d = D(9); d.enforce(); d.shorten(0.2); input()"
        started = time.monotonic()
        process = subprocess.Popen([sys.executable, "-c", waiting], stdin=subprocess.PIPE)
        self.assertEqual(process.wait(8), 0)
        self.assertGreater(time.monotonic() - started, 0.2)
        process.communicate()

    def test_the_state_lies_where_platformdirs_says(self) -> None:
        self.assertEqual(state_directory(), platform_directory("user_state_dir"))
        without = {name: value for name, value in os.environ.items() if name.upper() != "LOCALAPPDATA"}
        self.assertEqual(state_directory(without), platform_directory("user_state_dir"))
        self.assertEqual(state_directory({"LOCALAPPDATA": r"D:\x"}), r"D:\x\practice-ledger")

    def test_a_place_of_any_length_is_used(self) -> None:
        long = str(self.path.joinpath(*("x" * 60 for _ in range(6))))
        place = state_directory({"PRACTICE_LEDGER_HOME": long})
        self.assertEqual(place, rf"\\?\{long}")
        folder = PrivateFolder.at(place, create=True)
        folder.replace("name", b"x")
        self.assertEqual(PrivateFolder.at(place, create=False).read("name", 1), b"x")
        for written, used in (
            (rf"\\server\share\{'x' * 200}", rf"\\?\UNC\server\share\{'x' * 200}"),
            (rf"D:/a/../{'x' * 200}", rf"\\?\D:\{'x' * 200}"),
            (rf"\\?\D:\{'x' * 200}", rf"\\?\D:\{'x' * 200}"),
            (rf"D:\{'x' * 100}", rf"D:\{'x' * 100}"),
        ):
            self.assertEqual(state_directory({"PRACTICE_LEDGER_HOME": written}), used)

    def test_the_rest_of_a_folder_can_what_the_state_needs(self) -> None:
        for name in ("one", "two.tmp"):
            self.folder.replace(name, b"12345")
        self.folder.set_written_at("one", 1_000_000_000)
        self.assertEqual(self.folder.written_at("one"), 1_000_000_000)
        self.assertEqual(sorted(self.folder.names()), ["one", "two.tmp"])
        ((name, state),) = self.folder.entries("o")
        self.assertEqual((name, state.st_size), ("one", 5))
        self.assertEqual(self.folder.names_by_age()[0], (1_000_000_000, "one"))
        self.assertTrue(self.folder.holds("one"))
        self.assertFalse(self.folder.holds("three"))
        self.assertEqual(self.folder.read("one", 5, secret=True), b"12345")
        self.folder.sync()

    def test_the_lock_of_all_is_looked_at_and_marked_while_it_is_held(self) -> None:
        state = State.opened(str(self.path), Deadline(), create=True)
        assert state
        with state.locked(ROOTS_LOCK):
            self.assertTrue(state.tidying_is_due(2_000_000_000))
            state.note_tidying(2_000_000_000)
            self.assertFalse(state.tidying_is_due(2_000_000_001))

    def test_a_place_that_depends_on_the_present_drive_is_refused(self) -> None:
        for place in ("state", r"\state", "/state", "C:state"):
            with self.assertRaisesRegex(Refused, "home-relative"):
                state_directory({"PRACTICE_LEDGER_HOME": place})


if __name__ == "__main__":
    unittest.main()
