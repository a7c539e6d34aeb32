"""The rule for a user's directories is that of platformdirs, in whatever environment. [R13]"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from practice_ledger.storage.user_directories import platform_directory, user_config_directory, user_state_directory

values = st.none() | st.sampled_from(
    ["", " ", ".", "relative/path", "/", "//", "/home/x", "/home/x/", "~", "~root", "/a b/\u00e4"]
)
RESTATED: dict[Callable[[], str], tuple[str, str]] = {
    user_state_directory: ("XDG_STATE_HOME", "user_state_dir"),
    user_config_directory: ("XDG_CONFIG_HOME", "user_config_dir"),
}


def _set(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


@pytest.mark.skipif(sys.platform != "linux", reason="the rule is restated for Linux only")
@pytest.mark.parametrize("restated", RESTATED)
@settings(max_examples=2000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(home=values, xdg=values)
def test_the_restated_rule_gives_what_platformdirs_gives(
    restated: Callable[[], str], home: str | None, xdg: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable, name = RESTATED[restated]
    monkeypatch.setenv("HOME", "/restored")
    monkeypatch.setenv(variable, "/restored")
    _set("HOME", home)
    _set(variable, xdg)
    assert restated() == platform_directory(name)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is always this process's own environment that counts")
def test_another_environment_than_this_process_s_own_can_be_asked_about() -> None:
    other = {"HOME": "/home/other", "XDG_CONFIG_HOME": "/config"}
    assert user_state_directory(other) == "/home/other/.local/state/practice-ledger"
    assert user_config_directory(other) == "/config/practice-ledger"
