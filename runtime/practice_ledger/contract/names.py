"""The grammar of Practice ids and Pack names, once for code and once as patterns for models. [R11]"""

from __future__ import annotations

from practice_ledger import bounds

_SEGMENT_CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

# For pydantic models, together with the lengths of `bounds`; the patterns are Rust's, where `$` is the very end.
PACK_NAME_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"
PRACTICE_ID_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$"


def _is_segment(text: str) -> bool:
    return all(part and not part.strip(_SEGMENT_CHARACTERS) for part in text.split("-"))


def is_pack_name(text: str) -> bool:
    """One segment, at most as long as the ceiling of `bounds.PACK_NAME_BYTES`."""
    return len(text) <= bounds.CEILINGS["PACK_NAME_BYTES"] and _is_segment(text)


def is_practice_id(text: str) -> bool:
    """Two or more segments joined by dots, together at most the ceiling of `bounds.PRACTICE_ID_BYTES`."""
    segments = text.split(".")
    return (
        len(text) <= bounds.CEILINGS["PRACTICE_ID_BYTES"]
        and len(segments) > 1
        and all(_is_segment(part) for part in segments)
    )
