"""Which directory holds the state. Hook and command line ask here and nowhere else. [R13]"""

from __future__ import annotations

import os

from practice_ledger.absolute_path import is_absolute
from practice_ledger.refusals import Refused
from practice_ledger.storage.user_directories import user_state_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "PRACTICE_LEDGER_HOME"


def state_directory(environment: Mapping[str, str] | None = None) -> str:
    """The absolute path of the state directory, which need not exist, for this process or for one with another
    `environment`; elsewhere than on Linux and Windows that counts for the override only.

    Raises `Refused`: `home-relative` for a relative override, `no-home` where nothing says where a home is.
    """
    variables = os.environ if environment is None else environment
    override = variables.get(HOME_VARIABLE)
    if override:
        if not is_absolute(override):
            raise Refused("home-relative")
        return override
    return user_state_directory(variables)
