"""Assembles the plugin around the frozen program, in a Codex marketplace of its own."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import folders
from freezing import frozen, target
from one_at_a_time import one_at_a_time
from problem import BUILD_FAILED, Problem
from progress import say
from tree_digest import Stamp, digest

_CATALOG = folders.BUILD / "marketplace.json"
_SOURCES = [folders.PLUGIN, folders.DOCS, folders.LICENSE, _CATALOG, folders.BUILD / "assembling.py"]
_PLUGIN = Path("plugins", "practice-ledger")


def assembled_marketplace() -> Path:
    """`dist/marketplace/`, made again if anything it is made from has changed, and then swapped in whole."""
    with one_at_a_time():
        program, program_inputs = frozen()
        inputs = f"{digest(_SOURCES)} {program_inputs}"
        stamp = Stamp(folders.MARKETPLACE, name="marketplace")
        if not stamp.says(inputs):
            stamp.drop()
            say("assembling the plugin")
            new = folders.WORK / "marketplace.new"
            shutil.rmtree(new, ignore_errors=True)
            _assemble(new, program)
            _swap_in(new)
            stamp.set(inputs)
    return folders.MARKETPLACE


def _assemble(marketplace: Path, program: Path) -> None:
    plugin = marketplace / _PLUGIN
    shutil.copytree(folders.PLUGIN, plugin)
    shutil.copy2(folders.LICENSE, plugin)
    # The commands' help names pages of it.
    shutil.copytree(folders.DOCS, plugin / "docs", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    # Codex drops symbolic links when it installs a plugin; copytree puts files in their place.
    shutil.copytree(program, plugin / "runtime" / target())
    catalog = marketplace / ".agents" / "plugins" / "marketplace.json"
    catalog.parent.mkdir(parents=True)
    shutil.copyfile(_CATALOG, catalog)
    _put_version(plugin / ".codex-plugin" / "plugin.json")


def _put_version(manifest: Path) -> None:
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content = {"name": content.pop("name"), "version": _version(), **content}
    manifest.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _version() -> str:
    """The one version of the product, read without importing it."""
    source = folders.RUNTIME / "practice_ledger" / "__init__.py"
    for statement in ast.parse(source.read_text(encoding="utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="__version__")], value=ast.Constant(value=str(version))):
                return version
    raise Problem(
        BUILD_FAILED, what="there is no __version__", where=str(source), next_step='write: __version__ = "x.y.z"'
    )


def _swap_in(new: Path) -> None:
    old = folders.WORK / "marketplace.old"
    shutil.rmtree(old, ignore_errors=True)
    folders.MARKETPLACE.parent.mkdir(exist_ok=True)
    if folders.MARKETPLACE.exists():
        folders.MARKETPLACE.rename(old)
    new.rename(folders.MARKETPLACE)
    shutil.rmtree(old, ignore_errors=True)
