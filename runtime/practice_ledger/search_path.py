"""Where a program is looked for: in the absolute folders of a PATH.

An empty or relative entry is passed over: it would run a file of the project that happens to be there.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DEFAULT_PATH = "/usr/bin:/bin"  # a shell's own where PATH is not set at all


def on_path(name: str, path: str | None) -> Iterator[str]:
    """Every entry of this name in the absolute folders of a PATH, links that lead nowhere too, first one first."""
    for folder in dict.fromkeys((_DEFAULT_PATH if path is None else path).split(os.pathsep)):
        entry = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.lexists(entry):
            yield entry


def can_run(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
