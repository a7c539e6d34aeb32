"""A person's commands, run in this process as the program runs them."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.commands.command_line import run_command
from practice_ledger.storage.private_folder import PrivateFolder


class Ran:
    """What a command printed, and its exit status."""

    def __init__(self, status: int, text: str, error: str) -> None:
        self.status = status
        self.text = text
        self.error = error

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.text)

    @property
    def result(self) -> Any:
        return self.document["result"]


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _bounds_as_they_were() -> Iterator[None]:
    """What a test's settings lower holds for the process."""
    yield
    bounds.lower({})


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command."""

    def run(*words: str) -> Ran:
        capsys.readouterr()
        try:
            status = int(run_command(words))
        except SystemExit as ended:  # argparse ends the program
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    return run


@pytest.fixture
def codex(state_path: object) -> CodexDriver:
    """Codex with a conversation that holds two reads, one that ended with a read, and one without."""
    driver = CodexDriver()
    for conversation in ("two", "ended", "none"):
        driver.send(driver.start(conversation))
    driver.read("two")
    driver.read("two", "some.other-practice", title="Another title")
    driver.read("ended")
    driver.send(driver.end("ended"))
    return driver


@pytest.fixture
def handle_of() -> Callable[[str], str]:
    """The handle of one of Codex's conversations."""

    def handle_of(conversation: str) -> str:
        from practice_ledger.contract.identity import ConversationKey

        return ConversationKey("codex", conversation).hashed()[:6]

    return handle_of


def unreadable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From now on this file of the state cannot be read, as one without permission; root could read that."""
    read = PrivateFolder.read

    def refused(folder: PrivateFolder, wanted: str, limit: int, *, secret: bool = False) -> bytes | None:
        if wanted == name:
            raise PermissionError(errno.EACCES, "Permission denied", name)
        return read(folder, wanted, limit, secret=secret)

    monkeypatch.setattr(PrivateFolder, "read", refused)
