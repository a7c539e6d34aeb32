"""Which directory holds the state. Hook and command line ask here and nowhere else. [R13]"""

from __future__ import annotations

import os
import sys

from practice_ledger.refusals import Refused

HOME_VARIABLE = "PRACTICE_LEDGER_HOME"
APPLICATION = "practice-ledger"


def state_directory() -> str:
    """The absolute path of the state directory, which need not exist.

    Raises `Refused`: `home-relative` for a relative override, `no-home` where nothing says where a home is.
    """
    override = os.environ.get(HOME_VARIABLE)
    if override:
        if not os.path.isabs(override):
            raise Refused("home-relative")
        return override
    return _linux_directory() if sys.platform == "linux" else _platform_directory()


def _linux_directory() -> str:
    """The rule of `platformdirs.user_state_dir`, restated because its import costs as much as a whole hook.

    The tests hold both against each other in thousands of environments.
    """
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):
        base = _home() + "/.local/state"
    return os.path.join(base, APPLICATION)


def _home() -> str:
    home = os.environ.get("HOME", "")
    if not os.path.isabs(home):
        import pwd

        try:
            home = pwd.getpwuid(os.getuid()).pw_dir
        except KeyError:
            raise Refused("no-home") from None
    if not os.path.isabs(home):
        raise Refused("no-home")
    return home.rstrip("/")


def _platform_directory() -> str:
    import platformdirs

    try:
        directory = platformdirs.user_state_dir(APPLICATION, appauthor=False)
    except RuntimeError:
        raise Refused("no-home") from None
    if not os.path.isabs(directory):
        raise Refused("no-home")
    return directory
