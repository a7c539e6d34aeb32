"""Puts the modules that a hook needs into one file, out of which the frozen program starts (frozen_program.py).

The file is `Packed`, marshalled. Each code in it is marshalled once more: only what is imported is undone.
"""

from __future__ import annotations

import marshal
from pathlib import Path

_PYC_HEADER_BYTES = 16

Packed = dict[str, tuple[bool, bytes]]
"""By the name of a module: whether it is a package, and its marshalled code."""


def is_lean(name: str) -> bool:
    """Of the runtime's modules, those that a hook or `read` may import. The others bring pydantic or argparse along."""
    package, *rest = name.split(".")
    return package == "practice_ledger" and rest[:1] != ["commands"] and not name.endswith("_models")


def compiled(sources: dict[str, Path]) -> Packed:
    """Compiles sources by module name; the same sources give the same bytes wherever they lie."""
    packed = {}
    for name, source in sorted(sources.items()):
        is_package = source.name == "__init__.py"
        shown = name.replace(".", "/") + ("/__init__.py" if is_package else ".py")
        # Without docstrings and assertions, but for PyInstaller's own modules, which it never optimises.
        optimize = 2 if is_lean(name) else 0
        if source.suffix == ".pyc":  # of a Python that comes without sources
            code = marshal.loads(source.read_bytes()[_PYC_HEADER_BYTES:])  # noqa: S302 - of the pinned Python
        else:
            code = compile(source.read_bytes(), shown, "exec", dont_inherit=True, optimize=optimize)
        packed[name] = (is_package, marshal.dumps(code))
    return packed
