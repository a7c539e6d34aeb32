"""Writes what the hook would have to search for as a module of plain literals: the core schemas of its models, and the
names of the hosts. Run by the build, never by a hook.

    python -m practice_ledger.schema_compiler OUTPUT

Every model of every module named `*_models` is taken, so that a further host's folder needs no change here.
"""

from __future__ import annotations

import importlib
import pkgutil
import pprint
import sys
from pathlib import Path
from typing import Any

import pydantic_core
from pydantic import BaseModel

import practice_ledger
from practice_ledger.hosts.registry import host_names

# What documents a schema and validates nothing.
_IGNORED_KEYS = frozenset(("metadata", "computed_fields"))
_SCALARS = (str, int, float, bool, type(None))


def models() -> dict[str, type[BaseModel]]:
    """Every model of the package by its name as `validation.validator` takes it."""
    found = {}
    for info in pkgutil.walk_packages(practice_ledger.__path__, "practice_ledger."):
        if not info.name.endswith("_models"):
            continue
        for name, value in vars(importlib.import_module(info.name)).items():
            if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == info.name:
                found[f"{info.name}:{name}"] = value
    return found


def core_schemas() -> dict[str, Any]:
    """The core schema of each model, with `True` where a class stands."""
    return {name: _literal(model.__pydantic_core_schema__) for name, model in sorted(models().items())}


def _literal(node: Any) -> Any:
    """Raises `TypeError` for what cannot be written as a literal, such as a validator function."""
    if isinstance(node, dict):
        return {key: _member(key, value) for key, value in node.items() if key not in _IGNORED_KEYS}
    if isinstance(node, (list, tuple)):
        return [_literal(value) for value in node]
    if isinstance(node, _SCALARS):
        return node
    raise TypeError(f"cannot be compiled: {type(node).__name__}")


def _member(key: str, value: Any) -> Any:
    if key == "cls":
        return True
    if key in {"ref", "schema_ref"}:  # a class's name and its address, which is another in each run
        return value.rpartition(":")[0]
    if key == "fields":  # by the names of the model's fields, which may be anything
        return {name: _literal(field) for name, field in value.items()}
    return _literal(value)


def main() -> None:
    source = (
        '"""Made by practice_ledger.schema_compiler from the models; not to be edited."""\n\n'
        f"PYDANTIC_CORE = {pydantic_core.__version__!r}\n\n"
        f"HOSTS = {host_names()!r}\n\n"
        f"SCHEMAS = {pprint.pformat(core_schemas(), width=120, sort_dicts=False)}\n"
    )
    Path(sys.argv[1]).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    main()
