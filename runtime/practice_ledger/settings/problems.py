"""What is wrong with a settings file, for the person who wrote it: where, what, and what is allowed."""

from __future__ import annotations

import bisect
import json
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from practice_ledger import bounds
from practice_ledger.settings.file import Unusable, settings_bytes, settings_path
from practice_ledger.settings.settings_models import SettingsFile
from practice_ledger.settings.snapshot import text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SWITCHES = ("enabled", "hints")
_TABLE = "bounds"
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_MOST = 10  # problems
_MOST_READINGS = 400  # of the file, for the lines of all problems; half of them are enough for a file of 100 lines
_LONGEST_VALUE = 100  # lines of one value that are looked through for its end
_SHOWN = 60  # characters of a wrong value
_HUGE = 10**_SHOWN
_CLOSE = 0.7  # how much alike two names are, at most 1


@dataclass(frozen=True)
class Problem:
    """`line` counts from 1. `line` and `key` are None where they are not known or the whole file is meant."""

    file: str
    line: int | None
    key: str | None
    what: str
    next_step: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}, line {self.line}"
        key = "" if self.key is None else f"{self.key} "
        return f"{where}: {key}{self.what}. {self.next_step}"


def problems() -> list[Problem]:
    """Everything that is wrong with the file, which is not obeyed at all then; [] for a good or missing one."""
    path = settings_path()
    if path is None:
        return []
    try:
        data = settings_bytes()
    except Unusable as unusable:
        return [Problem(path, None, None, str(unusable), unusable.next_step)]
    return [] if data is None else problems_in(path, data)


def problems_in(path: str, data: bytes) -> list[Problem]:
    """What is wrong with these bytes of the file at `path`."""
    try:
        written = text(data)
        said = tomllib.loads(written)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return [Problem(path, line, None, "is not UTF-8 text", "Save it as UTF-8.")]
    except (ValueError, RecursionError) as error:
        return [_not_toml(path, error)]
    try:
        SettingsFile.model_validate(said)
    except ValidationError as error:
        lines = _Lines(written)
        found = [_of_key(path, lines, said, fault["loc"], fault["type"]) for fault in error.errors()[:_MOST]]
        return sorted(found, key=lambda problem: problem.line or 0)
    return []


def unit(name: str) -> str:
    """What a bound counts, by its name in `bounds`: "bytes", "seconds", or "" for things."""
    if name.endswith("_BYTES") or name.endswith("BYTES_PER_ROOT"):
        return "bytes"
    return "seconds" if name.endswith("_SECONDS") or name == "ROOT_LIFETIME" else ""


def _not_toml(path: str, error: Exception) -> Problem:
    if isinstance(error, tomllib.TOMLDecodeError):
        said = str(error)
    else:
        said = "nested too deep" if isinstance(error, RecursionError) else "a number is too long"
    place = _PLACE.search(said)
    line = int(place[1]) if place and place[1] else None
    what = said if place is None or line is None else f"{said[: place.start()]}, column {place[2]}"
    return Problem(path, line, None, f"is not TOML: {what}", "Correct the line, or remove the file.")


def _of_key(path: str, lines: _Lines, said: Mapping[str, Any], keys: Sequence[int | str], fault: str) -> Problem:
    names = [str(key) for key in keys]
    line = lines.line_of(names)
    value = _value(said, names)
    if fault == "extra_forbidden":
        return Problem(path, line, _dotted(names), "is not a setting", _known(names))
    return Problem(path, line, _dotted(names), f"may not be {_shown(value)}", _allowed(names))


def _allowed(names: Sequence[str]) -> str:
    """What the value of a known key may be."""
    *_, last = names
    if len(names) == 1:
        return "Say true or false." if last in SWITCHES else f"Make it a table, [{_TABLE}]."
    name = last.upper()
    ceiling = bounds.CEILINGS[name]
    kind = "a whole number" if isinstance(ceiling, int) else "a number"
    of = f" of {unit(name)}" if unit(name) else ""
    return f"Say {kind}{of} from {bounds.LEAST[name]} to {ceiling}; a bound can be lowered, not raised."


def _known(names: Sequence[str]) -> str:
    """What a person may have meant by an unknown key."""
    import difflib

    *table, last = names
    lowerable = [name.lower() for name in bounds.LEAST]
    close = difflib.get_close_matches(last.lower(), [*SWITCHES, _TABLE, *lowerable], 1, _CLOSE)
    if close:
        meant = close[0] if close[0] not in lowerable else f"{_TABLE}.{close[0]}"
        if meant != _dotted(names):
            return f"Is {meant} meant?"
    if table:
        return f"Known in [{_TABLE}]: {', '.join(lowerable)}."
    return f"Known: {', '.join((*SWITCHES, _TABLE))}."


class _Lines:
    """The lines of a file that is TOML, and what its first ones say by themselves."""

    def __init__(self, written: str) -> None:
        self._lines = written.replace("\r\n", "\n").split("\n")
        self._read: dict[int, Any] = {}

    def line_of(self, keys: Sequence[str]) -> int | None:
        """The line on which the statement begins that first says this key; None if finding it takes too long."""
        try:
            counts = range(1, len(self._lines))
            return bisect.bisect_left(counts, True, key=lambda count: self._say(count, keys)) + 1
        except _NotFound:
            return None

    def _say(self, count: int, keys: Sequence[str]) -> bool:
        """Whether the first lines, up to the end of the statement that the last of them belongs to, say this key."""
        for end in range(count, min(count + _LONGEST_VALUE, len(self._lines)) + 1):
            said = self._said_by(end)
            if said is not None:
                return _has(said, keys)
        raise _NotFound

    def _said_by(self, count: int) -> Any:
        """None for lines that end within a statement."""
        if count not in self._read:
            if len(self._read) == _MOST_READINGS:
                raise _NotFound
            try:
                self._read[count] = tomllib.loads("\n".join(self._lines[:count]))
            except (ValueError, RecursionError):
                self._read[count] = None
        return self._read[count]


def _has(said: Any, keys: Sequence[str]) -> bool:
    for key in keys:
        if not isinstance(said, dict) or key not in said:
            return False
        said = said[key]
    return True


class _NotFound(Exception):
    """The end of a value is too far away, or the file was read too often."""


def _value(said: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        said = said[key]
    return said


def _shown(value: object) -> str:
    """A value as it may be written in the file, shortened; ASCII, because a terminal would obey some characters."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    # Python writes no number of more than 4,300 digits in tens.
    shown = hex(value) if isinstance(value, int) and abs(value) >= _HUGE else json.dumps(value, default=str)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."


def _dotted(names: Sequence[str]) -> str:
    """A key as it may be written."""
    plain = re.compile(r"[A-Za-z0-9_-]{1,60}")
    return ".".join(name if plain.fullmatch(name) else _shown(name) for name in names)
