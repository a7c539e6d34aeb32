"""The suite of claims about the ledger runs over the adapter of every host, and under a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from host_drivers.notebook import NotebookDriver
from practice_ledger import hook_run


@pytest.fixture(params=[CodexDriver, NotebookDriver], ids=lambda driver: driver.host)
def host(request: pytest.FixtureRequest, state_path: Path) -> HostDriver:
    driver: HostDriver = request.param()
    return driver


@pytest.fixture
def set_days(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock that the ledger sees, in days."""

    def to(days: float) -> None:
        monkeypatch.setattr(hook_run, "_now", lambda: 1_800_000_000 + int(days * 24 * 3600))

    to(0)
    return to
