"""Compares hooks.json with that of the last release, byte for byte: a change must be declared to users. [R22]

Codex before 0.165 asks for trust again only when the definition of a hook changed: an update goes on without a word if
it leaves hooks.json alone, and stops the hooks if it does not. From 0.165 on every update asks for trust.
"""

from __future__ import annotations

from pathlib import Path

import changelog
import folders
from problem import CHECK_FAILED, Problem

DECLARATION = (
    "The definition of hooks changed: in every version of Codex, these run only after you have trusted them again."
)
"""The line of the changelog that declares a change."""

_NONE = "none"
_VERSION = "version.txt"


def check(version: str, tree: Path = folders.TREE) -> None:
    """Raises `Problem` if hooks.json is not that of the last release and the changelog of `version` does not say so."""
    released, last = _last(tree)
    if released == _NONE or _present(tree).read_bytes() == last.read_bytes():
        return
    # The changelog may break the line anywhere.
    if DECLARATION not in " ".join(changelog.section(version, tree).split()):
        raise Problem(
            CHECK_FAILED,
            what=f"hooks.json is not that of the last release, {released}, and the changelog does not say so",
            where=str(_present(tree)),
            next_step=f"undo the change, or write into the changelog's section of {version}:\n    - {DECLARATION}",
        )


def check_not_out(version: str, tree: Path = folders.TREE) -> None:
    """Raises `Problem` for the version of the last release: one that is out is never made again under its number."""
    released, last = _last(tree)
    if released == version:
        raise Problem(
            CHECK_FAILED,
            what=f"{version} is released already",
            where=str(last.with_name(_VERSION)),
            next_step="raise __version__ in runtime/practice_ledger/__init__.py; "
            "to build the released one again, check out its tag",
        )


def record(version: str, released: Path, tree: Path = folders.TREE) -> None:
    """Keeps hooks.json as that of the last release, which was `version`, made from the tree `released`."""
    _, last = _last(tree)
    last.write_bytes(_present(released).read_bytes())
    last.with_name(_VERSION).write_text(f"{version}\n", encoding="ascii", newline="\n")


def _last(tree: Path) -> tuple[str, Path]:
    """The version of the last release and its hooks.json, which is not there before the first one."""
    kept = tree / folders.LAST_RELEASE.relative_to(folders.TREE)
    return (kept / _VERSION).read_text(encoding="ascii").strip(), kept / "hooks.json"


def _present(tree: Path) -> Path:
    return tree / folders.PLUGIN.relative_to(folders.TREE) / "hooks" / "hooks.json"
