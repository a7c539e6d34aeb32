"""A settings file of the test's own, and bounds that are back at their ceilings afterwards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from practice_ledger import bounds

Write = Callable[[str], Path]


@pytest.fixture(autouse=True)
def _own_bounds() -> Iterator[None]:
    yield
    bounds.lower({})


@pytest.fixture
def settings_path() -> Path:
    """Where the file belongs; its folder is there, the file is not."""
    path = Path(os.environ["HOME"]) / ".config/practice-ledger/settings.toml"
    path.parent.mkdir(parents=True)
    return path


@pytest.fixture
def write(settings_path: Path) -> Write:
    def write(content: str) -> Path:
        settings_path.write_text(content, encoding="utf-8")
        settings_path.chmod(0o600)
        return settings_path

    return write
