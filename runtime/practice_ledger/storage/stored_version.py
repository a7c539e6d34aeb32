"""Which version of the product wrote a file of the state. [R13]

The first field of every document says so, in every version to come. So a file of a later version is known by its
beginning, and left alone, whatever of the rest this version could not read: its length, its nesting, its numbers.
"""

from __future__ import annotations

_FIRST_FIELD = b'{"version":'
_BEGINNING_BYTES = 64


class TooLong(ValueError):
    """A file is longer than any of this version can be."""

    def __init__(self, beginning: bytes) -> None:
        super().__init__("too long")
        self.beginning = beginning


def is_newer(data: bytes, version: int) -> bool:
    """Whether a version later than `version` wrote a file that begins so."""
    beginning = data[:_BEGINNING_BYTES].translate(None, b" \t\r\n")
    digits = beginning[len(_FIRST_FIELD) :].partition(b",")[0].rstrip(b"}")
    return beginning.startswith(_FIRST_FIELD) and digits.isdigit() and int(digits) > version
