"""Fixtures of the proof's tests."""

from __future__ import annotations

import os
import shutil

import pytest

from proof.real_shells import RealShells


@pytest.fixture(scope="session")
def real_shells(tmp_path_factory: pytest.TempPathFactory) -> RealShells:
    missing = [shell for shell in ("bash", "dash", "zsh") if shutil.which(shell) is None]
    if missing:
        message = f"not installed: {', '.join(missing)}"
        (pytest.fail if "CI" in os.environ else pytest.skip)(message)
    return RealShells(tmp_path_factory.mktemp("real-shells"))
