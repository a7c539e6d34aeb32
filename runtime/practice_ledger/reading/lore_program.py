"""Which `lore` is run. [R23]"""

from __future__ import annotations

import os
import sys

from practice_ledger.lorelum.invocation import COMMAND
from practice_ledger.storage.user_directories import is_absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SETTING = "PRACTICE_LEDGER_LORE"

_DEFAULT_PATH = "/usr/bin:/bin"  # a shell's own where PATH is not set at all
_DEFAULT_EXTENSIONS = ".COM;.EXE;.BAT;.CMD"


class NoLore(Exception):
    """There is no `lore` that can be run; the text says what is wrong and what to do."""


def lore_program() -> str:
    """The absolute path of an executable file. Raises `NoLore`.

    An empty or relative entry of PATH is passed over: it would run a file of the project that happens to be there.
    """
    chosen = os.environ.get(SETTING)
    if chosen:
        return _checked(chosen)
    not_executable = None
    for path in _places():
        if os.path.isfile(path):
            if os.access(path, os.X_OK):
                return path
            not_executable = not_executable or path
    if not_executable:
        raise NoLore(f"{not_executable} is not executable. Make it so (chmod +x), or name another in {SETTING}.")
    raise NoLore(
        f"{COMMAND} was not found in any absolute folder of PATH. Install Lorelum, add its folder to PATH, "
        f"or set {SETTING} to the absolute path of {COMMAND}."
    )


def _places() -> Iterator[str]:
    """Where it may lie, the first place first."""
    names = _names()
    for entry in os.environ.get("PATH", _DEFAULT_PATH).split(os.pathsep):
        folder = entry.strip('"') if sys.platform == "win32" else entry
        if is_absolute(folder):
            yield from (os.path.join(folder, name) for name in names)


def _names() -> list[str]:
    """On Windows, of the endings that PATHEXT names, those that can be started without further programs."""
    if sys.platform != "win32":
        return [COMMAND]
    known = _DEFAULT_EXTENSIONS.split(";")
    wanted = os.environ.get("PATHEXT", _DEFAULT_EXTENSIONS).upper().split(";")
    return [f"{COMMAND}{extension.lower()}" for extension in wanted if extension in known]


def _checked(path: str) -> str:
    if not is_absolute(path):
        raise NoLore(f"{SETTING} is not an absolute path: {path}. Set it to the absolute path of {COMMAND}.")
    if not os.path.isfile(path):
        raise NoLore(f"{SETTING} names no file: {path}. Correct or unset it.")
    if not os.access(path, os.X_OK):
        raise NoLore(f"{SETTING} names a file that is not executable: {path}. Make it so (chmod +x), or name another.")
    return path
