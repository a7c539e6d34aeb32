"""Which directory holds the state. Hook and command line ask here and nowhere else. [R13]"""

from __future__ import annotations

import os
import sys

from practice_ledger.absolute_path import is_absolute
from practice_ledger.refusals import Refused
from practice_ledger.storage.user_directories import user_state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "PRACTICE_LEDGER_HOME"
_SHORT = 140
"""Characters of a path on Windows below which those of all files in it stay under 260, the most that it takes."""


def state_directory(environment: Mapping[str, str] | None = None) -> str:
    """The absolute path of the state directory, which need not exist, for this process or for one with another
    `environment`; elsewhere than on Linux and Windows that counts for the override only.

    Raises `Refused`: `home-relative` for a relative override, `no-home` where nothing says where a home is.
    """
    directory = _directory(os.environ if environment is None else environment)
    return _of_any_length(directory) if sys.platform == "win32" and len(directory) > _SHORT else directory


def _directory(variables: Mapping[str, str]) -> str:
    override = variables.get(HOME_VARIABLE)
    if override:
        if not is_absolute(override):
            raise Refused("home-relative")
        return override
    return user_state_directory(variables)


def _of_any_length(path: str) -> str:
    """The path in the form that Windows takes in any length."""
    whole = os.path.normpath(path)
    if whole.startswith(("\\\\?\\", "\\\\.\\")):
        return whole
    return f"\\\\?\\UNC{whole[1:]}" if whole.startswith("\\\\") else f"\\\\?\\{whole}"
