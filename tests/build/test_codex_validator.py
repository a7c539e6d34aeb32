"""The plugin passes the validator that Codex itself brings along for authors of plugins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codex_host import codex_install
from codex_host.isolated_codex import IsolatedCodex
from codex_host.scripted_model import ScriptedModel
from needed_tools import skip_or_fail


@pytest.fixture(scope="module")
def validator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script as Codex unpacks it into its home."""
    try:
        codex_install.install()
        launcher = codex_install.launcher(codex_install.VALIDATOR)
    except (codex_install.NodeMissing, codex_install.InstallFailed) as error:
        skip_or_fail(str(error))
    with ScriptedModel() as model:
        codex = IsolatedCodex(tmp_path_factory.mktemp("validator"), launcher, model)
        codex.run("debug", "prompt-input", "hello")
    (script,) = codex.home.glob("skills/.system/plugin-creator/scripts/validate_plugin.py")
    return script


def verdict(validator: Path, plugin: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, validator, plugin], capture_output=True, text=True, check=False)


def test_codex_validator_accepts_the_assembled_plugin(validator: Path, assembled_plugin: Path) -> None:
    done = verdict(validator, assembled_plugin)

    assert done.returncode == 0, done.stdout


def test_codex_validator_would_object_to_a_plugin_without_its_version(validator: Path, tmp_path: Path) -> None:
    source = Path(__file__).resolve().parents[2] / "plugin" / ".codex-plugin" / "plugin.json"
    (tmp_path / ".codex-plugin").mkdir()
    (tmp_path / ".codex-plugin" / "plugin.json").write_bytes(source.read_bytes())

    assert "version" in verdict(validator, tmp_path).stdout
