"""SHA-256 over several strings at once, so that no two lists of strings give the same digest."""

from __future__ import annotations

# A tenth of hashlib's import time. The module has one name up to Python 3.11 and another since.
try:
    from _sha256 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha2 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256


def digest(*parts: str) -> str:
    """64 lower-case hex digits over the UTF-8 bytes of all parts, each behind its length.

    Host references may hold any text, lone surrogates included; those are taken as they are.
    """
    state = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    found: str = state.hexdigest()
    return found
