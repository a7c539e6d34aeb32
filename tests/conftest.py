"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

import freezing
import practice_ledger.hosts
from assembling import product_version
from release.archive import unpack
from release.folder import make
from release.source import Source

TESTS = Path(__file__).resolve().parent
TREE = TESTS.parent

hypothesis.settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("fixed")

# A second host is one more folder: here it lies outside the package, and nothing else is told of it.
practice_ledger.hosts.__path__.append(str(TESTS / "second_host"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--archive", type=Path, help="test the plugin in this archive of a release, not one built now")


def pytest_configure() -> None:
    """Gives ignored signals a handler, which a process that is started does not inherit as it would that they are
    ignored: a run under `nohup`, or behind a shell, goes on as it should, and what it starts heeds its signals."""
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


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
def unpacked_archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path | None]:
    """What is in the archive that is to be tested, unpacked in an awkward place; None without --archive."""
    archive: Path | None = request.config.getoption("archive")
    if archive is None:
        yield None
    else:
        place = tmp_path_factory.mktemp("release") / "it's an (odd) place & so"
        yield unpack(archive, place)
        shutil.rmtree(place)


@pytest.fixture(scope="session")
def assembled_marketplace(unpacked_archive: Path | None) -> Path:
    """dist/marketplace/, built if it is not up to date; with --archive, what was unpacked."""
    if unpacked_archive:
        return unpacked_archive
    build = [sys.executable, str(TREE / "build"), "plugin"]
    done = subprocess.run(build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return TREE / "dist" / "marketplace"


@pytest.fixture(scope="session")
def release_folder(
    unpacked_archive: Path | None, assembled_marketplace: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """What an archive for this platform holds; with --archive, what that one does."""
    if unpacked_archive:
        return unpacked_archive
    assert assembled_marketplace.is_dir()
    source = Source(commit="0" * 40, time=1_700_000_001, dirty=False)
    made = tmp_path_factory.mktemp("released")
    return make(freezing.target(), made, source=source, version=product_version())


@pytest.fixture(scope="session")
def assembled_plugin(assembled_marketplace: Path) -> Path:
    """The plugin directory as it is published."""
    return assembled_marketplace / "plugins" / "practice-ledger"
