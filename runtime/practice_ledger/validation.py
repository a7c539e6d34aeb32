"""Validates data against this package's pydantic models, without importing pydantic where a hook runs.

pydantic costs its import, not its validation. The build writes the models' core schemas into a module
(`practice_ledger._compiled`, made by `schema_compiler`); with that, only pydantic's compiled core is loaded. Where
the module or the very version of the core that it was made with is missing, the models themselves validate. The models
are the one source of every rule; the tests hold both ways against each other.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Validate = Callable[[Any], Any]


class Invalid(ValueError):
    """Data does not fit its model. Carries no input: pydantic's own texts would echo it."""


class Record:
    """What a validated model is where only pydantic's core is loaded: the same attributes, no behaviour."""

    __slots__ = ("__dict__", "__pydantic_extra__", "__pydantic_fields_set__", "__pydantic_private__")


class _StandIn:
    """Stands for a module for the length of a `with` block, unless that is imported already."""

    def __init__(self, name: str, module: Any) -> None:
        self._name = name
        self._stands = name not in sys.modules
        if self._stands:
            sys.modules[name] = module

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        if self._stands:
            del sys.modules[self._name]


def _load_core() -> Any:
    """pydantic's extension module alone: its package would import all of `typing`."""
    import _datetime  # type: ignore[import-not-found]  # the C half of `datetime`: all of it that the core wants
    from _imp import create_dynamic, exec_dynamic, extension_suffixes

    name = "pydantic_core._pydantic_core"
    if name in sys.modules:
        return sys.modules[name]
    from _frozen_importlib import ModuleSpec
    from _frozen_importlib_external import ExtensionFileLoader  # loaded already, unlike `importlib.machinery`

    for folder in sys.path:
        for suffix in extension_suffixes():
            path = f"{folder}/pydantic_core/_pydantic_core{suffix}"
            try:
                spec = ModuleSpec(name, ExtensionFileLoader(name, path), origin=path)
                core = create_dynamic(spec)
                with _StandIn("datetime", _datetime):
                    exec_dynamic(core)
            except ImportError:
                continue
            sys.modules[name] = core
            return core
    raise ImportError(name)


def _instantiable(node: Any) -> Any:
    """The compiled schema with `Record` wherever a model class stood."""
    if isinstance(node, dict):
        return {key: Record if key == "cls" and value is True else _instantiable(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_instantiable(value) for value in node]
    return node


class _NoExpressions:
    """Stands for `re` while a schema is built, which costs more to import than the whole validation.

    The core looks these two up for patterns of Python's own kind, and uses neither for ours.
    """

    class Pattern:
        pass

    compile = None


def _compiled(model: str) -> Validate:
    from practice_ledger import _compiled

    core = _load_core()
    if core.__version__ != _compiled.PYDANTIC_CORE:
        raise ImportError("pydantic_core")
    schema = _instantiable(_compiled.SCHEMAS[model])
    with _StandIn("re", _NoExpressions):
        validate: Validate = core.SchemaValidator(schema).validate_python
    return validate


def _plain(model: str) -> Validate:
    from importlib import import_module

    module, _, name = model.partition(":")
    validate: Validate = getattr(import_module(module), name).model_validate
    return validate


_made: dict[str, Validate] = {}


def validator(model: str) -> Validate:
    """A function that returns the validated form of its argument or raises `Invalid`.

    `model` names a pydantic model as `package.module:ClassName`. Made once in a process: one hook may ask for the same
    one for hundreds of documents.
    """
    checked = _made.get(model)
    if checked is None:
        checked = _made[model] = _validator(model)
    return checked


def _validator(model: str) -> Validate:
    try:
        validate = _compiled(model)
    except Exception:
        validate = _plain(model)

    def checked(data: Any) -> Any:
        try:
            return validate(data)
        except ValueError:
            raise Invalid(model) from None

    return checked
