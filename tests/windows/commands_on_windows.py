"""A person's commands: run on Windows, in one process, by `test_storage.py`. [R4, R10, R13]"""

from __future__ import annotations

import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from host_drivers.codex import CodexDriver
from lorelum_answers import line
from practice_ledger.commands.command_line import run_command
from practice_ledger.deadline import Deadline
from practice_ledger.doctor.pasted_word import quote
from practice_ledger.hook import answer

READ = ("a", "c1", "lore get a.b --json")
TITLE = "T\u00eftle \u8bfb"


def printed(*words: str, status: int = 0) -> str:
    """What a command prints, which ends with this status and has nothing to complain of."""
    output, errors = (io.TextIOWrapper(io.BytesIO(), encoding="cp1252") for _ in range(2))
    with mock.patch("sys.stdout", output), mock.patch("sys.stderr", errors):
        ended = run_command(words)
        output.flush()
        errors.flush()
    said, complained = (stream.buffer.getvalue().decode() for stream in (output, errors))
    assert (ended, complained) == (status, ""), (words, ended, complained)
    return str(said).replace("\r\n", "\n")


def result(*words: str, status: int = 0) -> Any:
    return json.loads(printed(*words, "--json", status=status))["result"]


class Commands(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.state = self.place / "state"
        variables = {"PRACTICE_LEDGER_HOME": str(self.state), "LOCALAPPDATA": str(self.place)}
        patched = mock.patch.dict(os.environ, variables)
        patched.start()
        self.addCleanup(patched.stop)
        self.host = CodexDriver()
        for conversation in ("a", "b"):
            read = (conversation, *READ[1:])
            for payload in (
                self.host.start(conversation),
                self.host.begin(*read),
                self.host.finish(*read, line("a.b", title=TITLE)),
            ):
                self.assertEqual(answer("codex", payload, Deadline()), b"")

    def handles(self) -> list[str]:
        return [each["handle"] for each in result("list")["conversations"]]

    def test_what_is_remembered_is_listed_shown_counted_and_exported(self) -> None:
        for handle in self.handles():
            self.assertIn(TITLE, printed("show", handle))
        self.assertEqual(result("status")["directory"], str(self.state))
        self.assertEqual(printed("expire"), "Nothing had expired, and nothing is over the bounds.\n")
        file = self.place / "everything.json"
        for force in ((), ("--force",)):
            printed("export", "--output", str(file), *force)
        found = json.loads(file.read_bytes())["conversations"]
        self.assertEqual({each["document"]["candidates"][0]["title"] for each in found}, {TITLE})
        self.assertEqual(sorted(path.name for path in self.place.iterdir()), ["everything.json", "state"])

    def test_one_conversation_is_forgotten_and_then_all_with_the_counts(self) -> None:
        first, second = self.handles()
        printed("forget", first, "--yes")
        self.assertEqual(self.handles(), [second])
        printed("forget", "--all", "--yes")
        self.assertEqual(self.handles(), [])
        documents = [json.loads(file.read_bytes()) for file in (self.state / "conversations").iterdir()]
        self.assertEqual([document["candidates"] for document in documents], [[], []])
        self.assertFalse((self.state / "tally.json").exists())

    def test_everything_is_removed_but_what_is_not_the_products(self) -> None:
        (self.state / "conversations" / "mine.txt").write_text("mine")
        printed("purge", "--yes", status=6)
        self.assertEqual([path.name for path in self.state.rglob("*.*")], ["mine.txt"])

    def test_a_directory_of_something_else_is_not_used(self) -> None:
        other = self.place / "other"
        other.mkdir()
        (other / "mine.txt").write_text("mine")
        with mock.patch.dict(os.environ, {"PRACTICE_LEDGER_HOME": str(other)}):
            self.assertEqual(answer("codex", self.host.start("c"), Deadline()), b"")
            self.assertEqual(result("paths")["unused"], "state-foreign")
        self.assertEqual([path.name for path in other.iterdir()], ["mine.txt"])

    def test_places_and_settings_are_those_of_windows(self) -> None:
        self.assertEqual(printed("paths", "state"), f"{self.state}\n")
        self.assertEqual(printed("paths", "settings"), f"{self.place}\\practice-ledger\\settings.toml\n")
        (self.place / "practice-ledger").mkdir()
        (self.place / "practice-ledger" / "settings.toml").write_bytes(b"hints = false\r\n")
        self.assertIn("hints", printed("settings"))
        told = {each["name"]: each["value"] for each in result("settings")["settings"]}
        self.assertIs(told["hints"], False)

    def test_every_check_of_doctor_comes_to_something(self) -> None:
        checks = {check["id"]: check for check in result("doctor", status=3)["checks"]}
        self.assertEqual([name for name, check in checks.items() if check["finding"] == "check-broke"], [])
        for name in ("state-place", "state-access", "state-disk", "state-files", "settings", "this-program", "reads"):
            self.assertEqual(checks[name]["verdict"], "ok", checks[name])

    def test_a_next_step_can_be_pasted_into_the_shells_of_windows(self) -> None:
        for word, pasted in ((r"C:\a\b-1.exe", r"C:\a\b-1.exe"), (r"C:\a b\c&d", r'"C:\a b\c&d"'), ("", '""')):
            self.assertEqual(quote(word), pasted)


if __name__ == "__main__":
    unittest.main()
