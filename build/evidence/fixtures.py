"""The stored recordings in tests/fixtures/, and what must come of each."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import folders
from evidence.differences import difference
from hosts import evidence as played

_FIXTURES = folders.TREE / "tests" / "fixtures"


class Fixtures:
    """Those of one version. A recording is named by its mode and scenario: `code-mode.child`."""

    def __init__(self, version: str, folder: Path = _FIXTURES) -> None:
        self._all, self._folder = folder, folder / f"codex-{version}"

    def differences(self, recordings: Mapping[str, Sequence[str]], modes: Sequence[str]) -> dict[str, str]:
        """By name, how what was seen in these modes differs from what is stored."""
        stored = [path.stem for path in self._folder.glob("*.jsonl") if path.stem.split(".")[0] in modes]
        found = {name: self._difference(name, lines) for name, lines in recordings.items()}
        gone = {name: f"{name}: it is stored, and could not be played" for name in stored if name not in recordings}
        return {name: text for name, text in (found | gone).items() if text}

    def _difference(self, name: str, seen: Sequence[str]) -> str:
        file = self._file(name)
        if not file.exists():
            return f"{name}: it is not stored"
        return difference(file.read_text(encoding="utf-8").splitlines(), seen, name)

    def keep(self, recordings: Mapping[str, Sequence[str]], changed: Mapping[str, str]) -> list[str]:
        """Stores what differs; returns a line for each whose outcome is not the expected one.

        A new one is expected to come to what it comes to in the newest version that has it.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        surprises = []
        for name in changed:
            file = self._file(name)
            if name not in recordings:
                file.unlink()
                played.expectation(file).unlink()
                continue
            file.write_text("\n".join(recordings[name]) + "\n", encoding="utf-8")
            came_to, expectation = _outcome(file), played.expectation(file)
            if not expectation.exists():
                expectation.write_text(self._newest_expectation(name) or f"{json.dumps(came_to, indent=2)}\n")
            if json.loads(expectation.read_text()) != came_to:
                surprises.append(f"{self._folder.name}/{expectation.name} expects something else than {came_to}")
        return surprises

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.jsonl"

    def _newest_expectation(self, name: str) -> str | None:
        there = [folder for folder in self._all.iterdir() if played.expectation(folder / f"{name}.jsonl").exists()]
        if not there:
            return None
        newest = max(there, key=lambda folder: [int(part) for part in folder.name.removeprefix("codex-").split(".")])
        return played.expectation(newest / f"{name}.jsonl").read_text()


def _outcome(recording: Path) -> dict[str, Any]:
    state = Path(tempfile.mkdtemp()) / "state"
    before = os.environ.get("PRACTICE_LEDGER_HOME")
    os.environ["PRACTICE_LEDGER_HOME"] = str(state)
    try:
        return played.outcome(recording, state)
    finally:
        shutil.rmtree(state.parent)
        if before is None:
            del os.environ["PRACTICE_LEDGER_HOME"]
        else:
            os.environ["PRACTICE_LEDGER_HOME"] = before
