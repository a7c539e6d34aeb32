"""Where a program is looked for: in the absolute folders of a PATH.

An empty or relative entry is passed over: it would run a file of the project that happens to be there.
"""

from __future__ import annotations

import os
import sys

from practice_ledger.absolute_path import is_absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DEFAULT_PATH = "/usr/bin:/bin"  # a shell's own where PATH is not set at all
_STARTED_WITHOUT_OTHERS = (".com", ".exe", ".bat", ".cmd")


def on_path(name: str, path: str | None) -> Iterator[str]:
    """Every entry of this name in the absolute folders of a PATH, links that lead nowhere too, first one first.

    On Windows of this name with one of the endings of PATHEXT that can be started without further programs.
    """
    names = _file_names(name)
    for written in dict.fromkeys((_DEFAULT_PATH if path is None else path).split(os.pathsep)):
        folder = written.strip('"') if sys.platform == "win32" else written
        if is_absolute(folder):
            yield from filter(os.path.lexists, (os.path.join(folder, file) for file in names))


def _file_names(name: str) -> Sequence[str]:
    if sys.platform != "win32":
        return [name]
    endings = os.environ.get("PATHEXT", ";".join(_STARTED_WITHOUT_OTHERS)).lower().split(";")
    return [f"{name}{ending}" for ending in endings if ending in _STARTED_WITHOUT_OTHERS]


def can_run(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
