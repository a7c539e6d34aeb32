"""The quick filter over a tool event's raw payload: what cannot hold a read is dropped before it is parsed. [R21]

The wrapper scripts look for the same patterns with a `case`; a test holds them together. The filter loses nothing that
the parser accepts: `lore` stands there as a bare word, then a blank, then `get`, an option, or one more blank. A tab
stands in JSON as backslash-t. The hook asks here too, so that both refuse a payload that escapes these letters.
"""

from __future__ import annotations

READ_PATTERNS = (b"lore get", b"lore --", b"lore  ", b"lore \\t", b"lore\\t")

# What every receipt begins with. The digit is the version of its form.
RECEIPT_MARKER = "practice-ledger-receipt:1:"

# All that the wrapper lets through.
PATTERNS = (*READ_PATTERNS, RECEIPT_MARKER.encode("ascii"))


def may_hold_read(payload: bytes) -> bool:
    """Whether the bytes of a tool event, as the host sent them, may hold a command that reads a Practice."""
    return any(pattern in payload for pattern in READ_PATTERNS)
