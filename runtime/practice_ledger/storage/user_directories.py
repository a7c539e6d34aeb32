"""Where a user's state and settings lie, as `platformdirs` has it. [R13]

Its rules for Linux and Windows are restated here because its import costs as much as a whole hook; the tests hold them
against each other, for Linux in thousands of environments. Functions return absolute paths, which need not exist, for
this process or, on Linux and Windows, for one with another environment, and raise `Refused("no-home")` where nothing
says where a home is.
"""

from __future__ import annotations

import os
import sys

from practice_ledger.absolute_path import is_absolute
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

APPLICATION = "practice-ledger"
SETTINGS_FILE = "settings.toml"
"""The person's own. On some systems, or if a person wants it, it lies in the very directory of the state."""
SNAPSHOT_FILE = "settings.json"
"""In the directory of the state: the settings as a hook reads them quickly."""


def user_state_directory(environment: Mapping[str, str] | None = None) -> str:
    """What `platformdirs.user_state_dir` says."""
    variables = os.environ if environment is None else environment
    if sys.platform == "win32":
        return _windows_directory(variables, "user_state_dir")
    if sys.platform != "linux":
        return platform_directory("user_state_dir")
    return _linux_directory(variables, variables.get("XDG_STATE_HOME", ""), ".local/state")


def user_config_directory(environment: Mapping[str, str] | None = None) -> str:
    """What `platformdirs.user_config_dir` says."""
    variables = os.environ if environment is None else environment
    if sys.platform == "win32":
        return _windows_directory(variables, "user_config_dir")
    if sys.platform != "linux":
        return platform_directory("user_config_dir")
    return _linux_directory(variables, variables.get("XDG_CONFIG_HOME", ""), ".config")


def _linux_directory(variables: Mapping[str, str], base: str, below_home: str) -> str:
    """In `base`, if that is an absolute path."""
    if not os.path.isabs(base):
        base = f"{_home(variables)}/{below_home}"
    return os.path.join(base, APPLICATION)


def _windows_directory(variables: Mapping[str, str], name: str) -> str:
    """In %LOCALAPPDATA%; where that is not set, as `platformdirs` says, which asks the registry."""
    base = variables.get("LOCALAPPDATA", "")
    return os.path.join(base, APPLICATION) if is_absolute(base) else platform_directory(name)


def _home(variables: Mapping[str, str]) -> str:
    home = variables.get("HOME", "")
    if not os.path.isabs(home):
        import pwd

        try:
            home = pwd.getpwuid(os.getuid()).pw_dir
        except KeyError:
            raise Refused("no-home") from None
    if not os.path.isabs(home):
        raise Refused("no-home")
    return home.rstrip("/")


def platform_directory(name: str) -> str:
    """What the function `name` of `platformdirs` says."""
    import platformdirs

    try:
        directory: str = getattr(platformdirs, name)(APPLICATION, appauthor=False)
    except (RuntimeError, ValueError, OSError):
        raise Refused("no-home") from None
    if not is_absolute(directory):
        raise Refused("no-home")
    return directory
