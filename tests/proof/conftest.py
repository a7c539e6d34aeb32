"""Fixtures of the proof's tests."""

from __future__ import annotations

import pytest

from needed_tools import program_or_skip
from proof.real_shells import RealShells


@pytest.fixture(scope="session")
def real_shells(tmp_path_factory: pytest.TempPathFactory) -> RealShells:
    for shell in ("bash", "dash", "zsh"):
        program_or_skip(shell)
    return RealShells(tmp_path_factory.mktemp("real-shells"))
