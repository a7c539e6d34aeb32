"""Assembles the plugin around the frozen program, in a Codex marketplace of its own."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import folders
import freezing
import windows_target.freezing
from one_at_a_time import one_at_a_time
from problem import BUILD_FAILED, Problem
from progress import say
from tree_digest import Stamp, digest

_CATALOG = folders.BUILD / "marketplace.json"
_SOURCES = [folders.PLUGIN, folders.DOCS, folders.LICENSE, _CATALOG, folders.BUILD / "assembling.py"]
# What other programs leave beside sources.
_NO_SOURCE = ("__pycache__", "*.pyc", "node_modules", ".DS_Store", "Thumbs.db", "*~", "*.swp")
PLUGIN = Path("plugins", "practice-ledger")
"""Where the plugin is in a marketplace."""

# The platforms that a machine of another kind can freeze for.
_FREEZERS = {windows_target.freezing.TARGET: windows_target.freezing.frozen}
OTHER_TARGETS = tuple(_FREEZERS)


def assembled_marketplace(target: str | None = None) -> Path:
    """A marketplace, made again if anything it is made from has changed, and then swapped in whole.

    `dist/marketplace/` is for this machine, `dist/marketplace-<target>/` for another that it can freeze for.
    """
    with one_at_a_time():
        program, program_inputs = frozen(target)
        inputs = f"{digest(_SOURCES)} {program_inputs}"
        name = "marketplace" if target is None else f"marketplace-{target}"
        marketplace = folders.MARKETPLACE.with_name(name)
        stamp = Stamp(marketplace, name=name)
        if not stamp.says(inputs):
            stamp.drop()
            say("assembling the plugin")
            new = folders.WORK / f"{name}.new"
            shutil.rmtree(new, ignore_errors=True)
            _assemble(new, program, target or freezing.target())
            _swap_in(new, marketplace)
            stamp.set(inputs)
    return marketplace


def frozen(target: str | None = None) -> tuple[Path, str]:
    """The folder of the frozen program, and a digest of what it was made from. To be called by one build at a time."""
    return freezing.frozen() if target is None else _FREEZERS[target]()


def _assemble(marketplace: Path, program: Path, target: str) -> None:
    plugin = marketplace / PLUGIN
    shutil.copytree(folders.PLUGIN, plugin, ignore=shutil.ignore_patterns(*_NO_SOURCE))
    shutil.copy2(folders.LICENSE, plugin)
    # The commands' help names pages of it.
    shutil.copytree(folders.DOCS, plugin / "docs", ignore=shutil.ignore_patterns(*_NO_SOURCE))
    # Codex drops symbolic links when it installs a plugin; copytree puts files in their place.
    shutil.copytree(program, plugin / "runtime" / target)
    catalog = marketplace / ".agents" / "plugins" / "marketplace.json"
    catalog.parent.mkdir(parents=True)
    shutil.copyfile(_CATALOG, catalog)
    _put_version(plugin / ".codex-plugin" / "plugin.json")


def _put_version(manifest: Path) -> None:
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content = {"name": content.pop("name"), "version": product_version(), **content}
    manifest.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def product_version(runtime: Path = folders.RUNTIME) -> str:
    """The one version of the product, read without importing it."""
    source = runtime / "practice_ledger" / "__init__.py"
    for statement in ast.parse(source.read_text(encoding="utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="__version__")], value=ast.Constant(value=str(version))):
                return version
    raise Problem(
        BUILD_FAILED, what="there is no __version__", where=str(source), next_step='write: __version__ = "x.y.z"'
    )


def _swap_in(new: Path, marketplace: Path) -> None:
    old = folders.WORK / f"{marketplace.name}.old"
    shutil.rmtree(old, ignore_errors=True)
    marketplace.parent.mkdir(exist_ok=True)
    if marketplace.exists():
        marketplace.rename(old)
    new.rename(marketplace)
    shutil.rmtree(old, ignore_errors=True)
