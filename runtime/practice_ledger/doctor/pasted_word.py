"""A word of a command that a person pastes into a shell."""

from __future__ import annotations

import shlex
import sys

_PLAIN_ON_WINDOWS = frozenset("-_.:\\/@")


def quote(word: str) -> str:
    """As the shells of this system read it: on Windows PowerShell and cmd, whose file names hold no double quote."""
    if sys.platform != "win32":
        return shlex.quote(word)
    plain = word and all(character.isalnum() or character in _PLAIN_ON_WINDOWS for character in word)
    return word if plain else f'"{word}"'
