"""JSON as a proof needs it: no duplicate key, no NaN, no infinity, no absurd nesting; and a compact writer.

`json` costs more to import than the whole rest of a hook, so its C half is used directly; where an interpreter lacks
that, the plain module takes over. Both are held against each other by the tests.
"""

from __future__ import annotations

from practice_ledger import bounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LARGEST_INTEGER = 2**53  # beyond it, readers of JSON differ: it is the last of the state's numbers
_BLANKS = " \t\n\r"


class InvalidJson(ValueError):
    """The text is not JSON that may prove anything. Never carries any of the text."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise InvalidJson("duplicate key")
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise InvalidJson("not finite")
    return number


def _no_constant(name: str) -> None:
    raise InvalidJson("not finite")


class _ScannerSettings:
    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_unique)
    parse_float = staticmethod(_finite)
    parse_int = int
    parse_constant = staticmethod(_no_constant)


def _members(value: object) -> dict[str, Any]:
    """An object's fields, for whatever is not JSON by itself (a validated model)."""
    return vars(value)


def _c_halves() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Any], str]]:
    from _json import encode_basestring_ascii, make_encoder, make_scanner

    encoder = make_encoder(None, _members, encode_basestring_ascii, None, ":", ",", False, False, False)
    scanner = make_scanner(_ScannerSettings())  # type: ignore[arg-type]
    return scanner, lambda value: "".join(encoder(value, 0))


def _plain_halves() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Any], str]]:
    import json

    decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=_no_constant)
    encoder = json.JSONEncoder(default=_members, separators=(",", ":"), allow_nan=False)
    return decoder.scan_once, encoder.encode  # type: ignore[attr-defined]


try:
    _scan, dump = _c_halves()
except (ImportError, TypeError):
    _scan, dump = _plain_halves()


def parse(text: str) -> Any:
    """The one JSON value that `text` holds, blanks around it allowed; raises `InvalidJson` for anything else."""
    text = text.strip(_BLANKS)
    value, end = first_value(text)
    if end != len(text):
        raise InvalidJson("more than one value")
    return value


def first_value(text: str) -> tuple[Any, int]:
    """The JSON value that `text` begins with, and the index at which it ends; raises `InvalidJson`."""
    try:
        value, end = _scan(text, 0)
    except Exception as error:
        # The C scanner reports its faults as StopIteration, ValueError, RecursionError or SystemError.
        raise InvalidJson(type(error).__name__) from None
    if _too_deep(value):
        raise InvalidJson("nested too deep")
    return value, end


def _too_deep(value: object) -> bool:
    level = [value]
    for _ in range(bounds.JSON_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True
