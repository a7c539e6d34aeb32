"""Codex is asked in a home that holds what decides, and nothing else; the real one is not touched."""

from __future__ import annotations

import os
import shutil
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest

from doctor.conftest import PLUGIN, configure
from practice_ledger.foreign_files import Unreadable
from practice_ledger.hosts.codex.scratch_home import environment_without_home, scratch_home

KEY = f"{PLUGIN}:hooks/hooks.json:session_start:0:0"
SETTINGS = f"""
model = "a\\u007f \\U0001F600"
sqlite_home = "/somewhere/else"
profile = "mine"
[features]
hooks = true
"odd key" = 1.5
[projects."/home/of \\"mine\\""]
trust_level = "trusted"
[profiles.mine]
model = "other"
[profiles.mine.features]
plugins = true
[hooks.state."{KEY}"]
trusted_hash = "sha256:00"
enabled = true
[hooks.state."other@market:hooks/hooks.json:stop:0:0"]
trusted_hash = "sha256:01"
[plugins."other@market"]
enabled = true
[plugins."practice-ledger@market"]
enabled = true
[plugins."lorelum@market"]
enabled = false
[mcp_servers.mine.env]
TOKEN = "a secret"
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def copied(real: Path) -> dict[str, Any]:
    with scratch_home(str(real)) as scratch:
        return tomllib.loads((Path(scratch.path) / "config.toml").read_text())


def test_the_settings_that_decide_are_copied_and_no_others(home: Path) -> None:
    (home / "config.toml").write_text(SETTINGS)
    assert copied(home) == {
        "profile": "mine",
        "profiles": {"mine": {"features": {"plugins": True}}},
        "features": {"hooks": True, "odd key": 1.5},
        "projects": {'/home/of "mine"': {"trust_level": "trusted"}},
        "hooks": {"state": {KEY: {"trusted_hash": "sha256:00", "enabled": True}}},
        "plugins": {PLUGIN: {"enabled": True}, "lorelum@market": {"enabled": False}},
    }


def test_settings_that_only_codex_may_understand_are_copied_whole(home: Path) -> None:
    configure(home, "[features", "TOKEN = 1")
    with scratch_home(str(home)) as scratch:
        assert (Path(scratch.path) / "config.toml").read_bytes() == (home / "config.toml").read_bytes()


def test_settings_that_cannot_be_copied_are_told_and_leave_nothing(home: Path, temporary: Path) -> None:
    (home / "config.toml").unlink()
    assert copied(home) == {}
    os.mkfifo(home / "config.toml")
    with pytest.raises(Unreadable), scratch_home(str(home)):
        pass
    assert list(temporary.iterdir()) == []


def test_only_this_product_is_there_beside_them_and_only_for_this_user(home: Path) -> None:
    (home / "auth.json").write_text("a secret")
    with scratch_home(str(home)) as scratch:
        path = Path(scratch.path)
        assert {each.name for each in path.iterdir()} == {"config.toml", "plugins"}
        copy = path / "plugins/cache/market/practice-ledger"
        assert copy.resolve() == (home / "plugins/cache/market/practice-ledger").resolve()
        assert stat.S_IMODE((path / "config.toml").stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_it_is_gone_afterwards_whatever_was_put_there_and_the_plugin_is_not(home: Path, temporary: Path) -> None:
    def use() -> None:
        with scratch_home(str(home)) as scratch:
            (Path(scratch.path) / "skills" / "more").mkdir(parents=True)
            (Path(scratch.path) / "state.sqlite").touch()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        use()
    assert list(temporary.iterdir()) == []
    assert (home / "plugins/cache/market/practice-ledger/1.0.0/hooks/hooks.json").exists()


def test_no_variable_leads_codex_to_an_account_a_place_or_a_network(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("CODEX_SQLITE_HOME", "CODEX_API_KEY", "OPENAI_API_KEY", "OTEL_EXPORTER_OTLP_ENDPOINT", "NO_PROXY"):
        monkeypatch.setenv(name, "theirs")
    monkeypatch.setenv("KEPT", "theirs")
    with scratch_home(str(home)) as scratch:
        given = scratch.environment
        assert [name for name, value in given.items() if value == "theirs"] == ["KEPT"]
        assert given["CODEX_HOME"] == scratch.path
        assert Path(given["TMPDIR"]).parent == Path(scratch.path).parent
        assert f'sqlite_home="{scratch.path}"' in scratch.options
    for environment in (given, environment_without_home()):
        assert environment["https_proxy"] == environment["HTTPS_PROXY"] == "http://127.0.0.1:0"
        assert environment["GIT_ALLOW_PROTOCOL"] == "none"
        assert environment["no_proxy"] == ""
    assert not Path(environment_without_home()["CODEX_HOME"]).exists()


def test_texts_name_the_real_home_and_no_line_of_the_copy(home: Path) -> None:
    with scratch_home(str(home)) as scratch:
        assert scratch.as_real(f"{scratch.path}/config.toml:1:24: no") == f"{home}/config.toml: no"


def test_what_cannot_be_made_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    with pytest.raises(OSError, match="No such file"), scratch_home(str(home)):
        pass


def test_what_a_dying_process_holds_for_a_moment_is_removed_right_after(
    home: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed, held = shutil.rmtree, iter([True, True])

    def remove(folder: str, **options: Any) -> None:
        if not next(held, False):
            removed(folder, **options)

    monkeypatch.setattr("shutil.rmtree", remove)
    copied(home)
    assert list(temporary.iterdir()) == []
