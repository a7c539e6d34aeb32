"""A home for Codex to be asked in, gone afterwards: at each start it writes into its home, and talks to the network.

It holds what decides whether Codex runs the plugin's hooks, and nothing else of the user's: no account, no keys, no
other plugins.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import struct
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from practice_ledger.child_environment import child_environment
from practice_ledger.foreign_files import Unreadable, content_of, toml_of
from practice_ledger.hosts.codex import config, plugin_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_WHOLE = ("features", "profile", "projects", "project_root_markers")
_PLUGINS = (f"{plugin_files.PLUGIN}@", f"{plugin_files.LORELUMS_PLUGIN}@")
_BASELINES = ".hook-trust"
_BASELINE_BYTES = 1024
# Accounts, other places to write to, and senders of traces.
_NOT_INHERITED = ("CODEX_", "OPENAI_", "OTEL_")
# Codex looks for its own plugins at each start, with git and, where that fails, by itself. Nobody listens on port 0.
_NOWHERE = "http://127.0.0.1:0"
_NO_NETWORK = {
    "GIT_ALLOW_PROTOCOL": "none",
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"), _NOWHERE),
    "NO_PROXY": "",
    "no_proxy": "",
}
_TEMPORARY = ("TMPDIR", "TEMP", "TMP")  # the latter two on Windows
_LINE = re.compile(rf"([/\\]{re.escape(config.FILE)}):\d+:\d+")
# Without double quotes, which a batch file on Windows would not hand on as they are.
_OVERRIDES = ("features.remote_plugin=false", "analytics.enabled=false", "otel.exporter='none'")


class ScratchHome(NamedTuple):
    """`options` are for the command, before or after its subcommand. `real` is the home that it stands for."""

    path: str
    real: str
    environment: Mapping[str, str]
    options: tuple[str, ...]

    def as_real(self, text: str) -> str:
        """A text of Codex's, with the paths that the user knows, and without a line of settings that were shortened."""
        return _LINE.sub(r"\1", text).replace(self.path, self.real)


@contextmanager
def scratch_home(real: str) -> Iterator[ScratchHome]:
    """A scratch home for the home at `real`, gone afterwards. Raises `OSError`, and `Unreadable` for its settings."""
    settings = _settings_for(real)
    folder = os.path.realpath(tempfile.mkdtemp(prefix="practice-ledger-doctor-"))
    try:
        home, temporary = os.path.join(folder, "home"), os.path.join(folder, "tmp")
        os.mkdir(home, 0o700)
        os.mkdir(temporary, 0o700)
        _fill(home, real, settings)
        environment = {**_environment(home), **dict.fromkeys(_TEMPORARY, temporary)}
        overrides = (*_OVERRIDES, f"sqlite_home={_toml(home)}", f"log_dir={_toml(home)}")
        yield ScratchHome(home, real, environment, tuple(word for each in overrides for word in ("-c", each)))
    finally:
        _remove(folder)


def environment_without_home() -> dict[str, str]:
    """For what Codex can say without a home, which it would write into."""
    return _environment(os.path.join(os.devnull, "no-home"))


def _environment(home: str) -> dict[str, str]:
    kept = {name: value for name, value in child_environment().items() if not name.startswith(_NOT_INHERITED)}
    return {**kept, **_NO_NETWORK, config.HOME_VARIABLE: home}


def _remove(folder: str) -> None:
    """A process that was just killed may have put something there, or on Windows be in there, for a moment more."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            return
        time.sleep(0.05)


def _settings_for(real: str) -> bytes:
    """Those that decide. All of them where only Codex may be able to read them, for it to judge."""
    try:
        text = content_of(os.path.join(real, config.FILE))
    except FileNotFoundError:
        return b""
    try:
        return _deciding(toml_of(text)).encode()
    except Unreadable:
        return text


def _deciding(settings: dict[str, Any]) -> str:
    kept = {name: settings[name] for name in _WHOLE if name in settings}
    kept["plugins"] = _of_plugins(config.table(settings, "plugins"))
    kept["hooks"] = {"state": _of_plugins(config.table(settings, "hooks", "state"))}
    profiles = config.table(settings, "profiles")
    if profiles:
        kept["profiles"] = {name: {"features": config.table(profiles, name, "features")} for name in profiles}
    return "".join(f"{name} = {_toml(value)}\n" for name, value in kept.items())


def _of_plugins(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name.startswith(_PLUGINS)}


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml(str(key))} = {_toml(inner)}' for key, inner in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fill(home: str, real: str, settings: bytes) -> None:
    _write(os.path.join(home, config.FILE), settings)
    for marketplace in plugin_files.marketplaces(real):
        name = f"{plugin_files.PLUGIN}@{marketplace}"
        copies = plugin_files.folder(home, marketplace)
        os.makedirs(os.path.dirname(copies))
        _put_there(os.path.realpath(plugin_files.folder(real, marketplace)), copies)
        _carry_baseline(name, home, real)


def _put_there(folder: str, place: str) -> None:
    if sys.platform == "win32":  # which lets few users make a link
        shutil.copytree(folder, place)
    else:
        # Codex leaves a plugin alone whose marketplace it does not know, so it does not write through this.
        os.symlink(folder, place)


def _carry_baseline(plugin: str, home: str, real: str) -> None:
    """What Codex 0.171 first saw of a plugin whose trust an older Codex recorded: a change since then is one."""
    for known_as in (real, os.path.realpath(real)):
        try:
            content = content_of(_baseline(known_as, plugin), _BASELINE_BYTES)
        except (FileNotFoundError, Unreadable):
            continue
        os.makedirs(os.path.join(home, _BASELINES), 0o700, exist_ok=True)
        _write(_baseline(home, plugin), content)
        return


def _baseline(home: str, plugin: str) -> str:
    """Codex's file of it, named by the settings file that holds the trust and by the plugin."""
    parts = (os.fsencode(os.path.join(home, config.FILE)), plugin.encode("utf-8", "replace"))
    name = hashlib.sha256(b"".join(struct.pack("<Q", len(part)) + part for part in parts)).hexdigest()
    return os.path.join(home, _BASELINES, name)


def _write(path: str, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)
