"""The frozen program, and what can be injected into it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from process.conftest import program_or_skip, skip_or_fail
from soak.hook_injections import HookInjections, Rehearsed
from soak.hook_operations import operations


@pytest.fixture(scope="session")
def frozen(assembled_plugin: Path) -> Path:
    """The program of the assembled plugin, for this platform."""
    (found,) = assembled_plugin.glob("runtime/*/practice-ledger")
    return found


@pytest.fixture(scope="session")
def strace() -> str:
    """strace, where it may trace."""
    program = program_or_skip("strace")
    if subprocess.run([program, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode:
        skip_or_fail("strace may not trace here")
    return program


@pytest.fixture(scope="module")
def hook_injections(frozen: Path, strace: str, tmp_path_factory: pytest.TempPathFactory) -> HookInjections:
    return HookInjections(frozen, tmp_path_factory.mktemp("injections"))


@pytest.fixture(scope="module")
def rehearsed(hook_injections: HookInjections, tmp_path_factory: pytest.TempPathFactory) -> list[Rehearsed]:
    """Every operation of a hook, the one without room last."""
    return [hook_injections.rehearse(each) for each in operations(tmp_path_factory.mktemp("before"))]
