"""What the build runs is not led by how its caller has set up Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import assembling
import child
import folders

ASKED = (
    "import sys; print(sys.flags.optimize, sys.flags.utf8_mode, sys.flags.dont_write_bytecode, sys.flags.no_user_site)"
)


@pytest.mark.parametrize(
    "name",
    ["PYTHONOPTIMIZE", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE", "PYTHONPATH", "PYTHONHOME",
     "PYTHONSAFEPATH", "PYINSTALLER_COMPILE_BOOTLOADER", "SOURCE_DATE_EPOCH", "VIRTUAL_ENV"],
)  # fmt: skip
def test_no_variable_of_the_callers_python_is_passed_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")

    assert name not in child.environment()
    assert child.environment({name: "0"})[name] == "0"


def test_an_optimising_caller_does_not_make_the_build_optimise(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = subprocess.check_output([sys.executable, "-c", ASKED], env=child.environment())
    for name in ("PYTHONOPTIMIZE", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE"):
        monkeypatch.setenv(name, "1")

    assert subprocess.check_output([sys.executable, "-c", ASKED], env=child.environment()) == usual


def test_what_other_programs_leave_beside_sources_is_not_assembled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PLUGIN", "DOCS"):
        source = tmp_path / name
        for file in ("kept.md", ".DS_Store", "x.pyc", "__pycache__/a.txt", "node_modules/b.md"):
            (source / "deep" / file).parent.mkdir(parents=True, exist_ok=True)
            (source / "deep" / file).touch()
        monkeypatch.setattr(folders, name, source)
    (tmp_path / "PLUGIN" / ".codex-plugin").mkdir()
    (tmp_path / "PLUGIN" / ".codex-plugin" / "plugin.json").write_text('{"name": "x"}')
    (tmp_path / "program").mkdir()

    assembling._assemble(tmp_path / "made", tmp_path / "program", "linux-x64")

    plugin = tmp_path / "made" / assembling.PLUGIN
    made = [file.relative_to(plugin).as_posix() for file in plugin.rglob("*") if file.is_file()]
    assert sorted(made) == [".codex-plugin/plugin.json", "LICENSE", "deep/kept.md", "docs/deep/kept.md"]
