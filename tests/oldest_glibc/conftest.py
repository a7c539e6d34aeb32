"""Systems with an older glibc, with one that is new enough, and without any."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from needed_tools import skip_elsewhere_than_on_linux

from . import systems
from .systems import System

OLDER = "bullseye"
"""A Debian with glibc 2.31."""
OLDEST_NEW_ENOUGH = "bookworm"
"""The oldest Debian that has what is needed: glibc 2.36."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_elsewhere_than_on_linux(items, Path(__file__).parent, "glibc is Linux' own")


@pytest.fixture(scope="session")
def system_without_glibc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return systems.without_glibc(tmp_path_factory.mktemp("systems") / "busybox")


@pytest.fixture(params=["an older glibc", "no glibc"])
def unsuited(request: pytest.FixtureRequest, assembled_plugin: Path) -> Iterator[System]:
    """A system that the program cannot start on, with the plugin."""
    older = request.param == "an older glibc"
    root = systems.debian(OLDER) if older else request.getfixturevalue("system_without_glibc")
    yield from _for_one_test(systems.with_plugin(root, assembled_plugin))


@pytest.fixture
def oldest(assembled_plugin: Path) -> Iterator[System]:
    """The oldest system here that the program starts on, with the plugin."""
    yield from _for_one_test(systems.with_plugin(systems.debian(OLDEST_NEW_ENOUGH), assembled_plugin))


def _for_one_test(system: System) -> Iterator[System]:
    yield system
    shutil.rmtree(system.plugin.parent)
