"""Which `lore` is run. [R23]"""

from __future__ import annotations

import os

from practice_ledger.absolute_path import is_absolute
from practice_ledger.lorelum.invocation import COMMAND
from practice_ledger.search_path import can_run, on_path

SETTING = "PRACTICE_LEDGER_LORE"


class NoLore(Exception):
    """There is no `lore` that can be run; the text says what is wrong and what to do."""


def lore_program() -> str:
    """The absolute path of an executable file. Raises `NoLore`."""
    chosen = os.environ.get(SETTING)
    if chosen:
        return _checked(chosen)
    entries = [path for path in on_path(COMMAND, os.environ.get("PATH")) if os.path.isfile(path)]
    program = next(filter(can_run, entries), None)
    if program:
        return program
    if entries:
        raise NoLore(f"{entries[0]} is not executable. Make it so (chmod +x), or name another in {SETTING}.")
    raise NoLore(
        f"{COMMAND} was not found in any absolute folder of PATH. Install Lorelum, add its folder to PATH, "
        f"or set {SETTING} to the absolute path of {COMMAND}."
    )


def _checked(path: str) -> str:
    if not is_absolute(path):
        raise NoLore(f"{SETTING} is not an absolute path: {path}. Set it to the absolute path of {COMMAND}.")
    if not os.path.isfile(path):
        raise NoLore(f"{SETTING} names no file: {path}. Correct or unset it.")
    if not os.access(path, os.X_OK):
        raise NoLore(f"{SETTING} names a file that is not executable: {path}. Make it so (chmod +x), or name another.")
    return path
