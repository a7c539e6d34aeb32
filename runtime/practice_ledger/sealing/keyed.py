"""Keyed digests and their comparison, both primitives of the standard library. [R24]"""

from __future__ import annotations

# hashlib's and hmac's own implementations, without the import of those modules
try:
    from _blake2 import blake2s
except ImportError:
    from hashlib import blake2s
try:
    from _operator import _compare_digest as same
except ImportError:
    from hmac import compare_digest as same  # type: ignore[no-redef]

__all__ = ["keyed", "same"]


def keyed(secret: bytes, *parts: str) -> str:
    """64 hex digits of BLAKE2s in keyed mode over the UTF-8 bytes of all parts, each behind its length."""
    state = blake2s(key=secret)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()
