"""Which `lore` is run. [R23]"""

from __future__ import annotations

import os

from practice_ledger.lorelum.invocation import COMMAND

SETTING = "PRACTICE_LEDGER_LORE"

_DEFAULT_PATH = "/usr/bin:/bin"  # a shell's own where PATH is not set at all


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
    for folder in os.environ.get("PATH", _DEFAULT_PATH).split(":"):
        path = f"{folder}/{COMMAND}"
        if folder.startswith("/") and os.path.isfile(path):
            if os.access(path, os.X_OK):
                return path
            not_executable = not_executable or path
    if not_executable:
        raise NoLore(f"{not_executable} is not executable. Make it so (chmod +x), or name another in {SETTING}.")
    raise NoLore(
        f"{COMMAND} was not found in any absolute folder of PATH. Install Lorelum, add its folder to PATH, "
        f"or set {SETTING} to the absolute path of {COMMAND}."
    )


def _checked(path: str) -> str:
    if not path.startswith("/"):
        raise NoLore(f"{SETTING} is not an absolute path: {path}. Set it to the absolute path of {COMMAND}.")
    if not os.path.isfile(path):
        raise NoLore(f"{SETTING} names no file: {path}. Correct or unset it.")
    if not os.access(path, os.X_OK):
        raise NoLore(f"{SETTING} names a file that is not executable: {path}. Make it so (chmod +x), or name another.")
    return path
