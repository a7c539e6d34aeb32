"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

import practice_ledger.hosts

TESTS = Path(__file__).resolve().parent
TREE = TESTS.parent

hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("fixed")

# A second host is one more folder: here it lies outside the package, and nothing else is told of it.
practice_ledger.hosts.__path__.append(str(TESTS / "second_host"))


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the state, the settings or the home of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in [name for name in os.environ if name.startswith(("XDG_", "PRACTICE_LEDGER_"))]:
        monkeypatch.delenv(name)


@pytest.fixture
def state_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state directory of this test, which does not exist yet."""
    path = tmp_path / "state"
    monkeypatch.setenv("PRACTICE_LEDGER_HOME", str(path))
    return path


@pytest.fixture(scope="session")
def assembled_marketplace() -> Path:
    """dist/marketplace/, built if it is not up to date."""
    build = [sys.executable, str(TREE / "build"), "plugin"]
    done = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return TREE / "dist" / "marketplace"


@pytest.fixture(scope="session")
def assembled_plugin(assembled_marketplace: Path) -> Path:
    """The plugin directory as it is published."""
    return assembled_marketplace / "plugins" / "practice-ledger"
