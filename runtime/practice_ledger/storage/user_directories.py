"""Where a user's state and settings lie, as `platformdirs` has it. [R13]

Its rule for Linux is restated here because its import costs as much as a whole hook; the tests hold both against each
other in thousands of environments. Functions return absolute paths, which need not exist, for this process or, on
Linux, for one with another environment, and raise `Refused("no-home")` where nothing says where a home is.
"""

from __future__ import annotations

import os
import sys

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
    if sys.platform != "linux":
        return platform_directory("user_state_dir")
    variables = os.environ if environment is None else environment
    return _linux_directory(variables, variables.get("XDG_STATE_HOME", ""), ".local/state")


def user_config_directory(environment: Mapping[str, str] | None = None) -> str:
    """What `platformdirs.user_config_dir` says."""
    if sys.platform != "linux":
        return platform_directory("user_config_dir")
    variables = os.environ if environment is None else environment
    return _linux_directory(variables, variables.get("XDG_CONFIG_HOME", ""), ".config")


def _linux_directory(variables: Mapping[str, str], base: str, below_home: str) -> str:
    """In `base`, if that is an absolute path."""
    if not os.path.isabs(base):
        base = f"{_home(variables)}/{below_home}"
    return os.path.join(base, APPLICATION)


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
    except RuntimeError:
        raise Refused("no-home") from None
    if not os.path.isabs(directory):
        raise Refused("no-home")
    return directory
