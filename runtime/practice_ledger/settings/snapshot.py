"""The settings in the form that a hook reads quickly: JSON beside the state, under a digest of the file.

Reading TOML costs as much as the rest of a hook. What stands here counts only for the very bytes and the very version
of this program that it was made of, and only if it is valid by itself; else it is made anew.
"""

from __future__ import annotations

from practice_ledger import __version__, bounds, strict_json
from practice_ledger.digests import digest
from practice_ledger.refusals import Refused
from practice_ledger.storage.state_directory import state_directory
from practice_ledger.storage.state_root import opened_root
from practice_ledger.storage.user_directories import SNAPSHOT_FILE
from practice_ledger.validation import validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from practice_ledger.storage.private_folder import PrivateFolder

VERSION = 1
_MODELS = "practice_ledger.settings.settings_models"


def understood(data: bytes, *, keep: bool) -> Any | None:
    """The settings that the bytes of a file say, None if they are not valid. With `keep` what had to be parsed is kept
    for the next time. Makes no state directory."""
    key = digest("settings", __version__, data.decode("latin-1"))
    try:
        folder = opened_root(state_directory(), create=False)
    except (OSError, Refused):
        folder = None
    if folder is None:
        return _parsed(data)
    try:
        kept = _kept(folder, key)
        if kept is not None:
            return kept.settings
        settings = _parsed(data)
        if keep:
            _keep(folder, key, settings)
        return settings
    finally:
        folder.close()


def _kept(folder: PrivateFolder, key: str) -> Any | None:
    try:
        stored = folder.read(SNAPSHOT_FILE, bounds.SETTINGS_BYTES)
        if stored is None:
            return None
        found = validator(f"{_MODELS}:Snapshot")(strict_json.parse(stored.decode()))
    except (OSError, ValueError):
        return None
    return found if found.key == key else None


def _keep(folder: PrivateFolder, key: str, settings: Any | None) -> None:
    stored = strict_json.dump({"version": VERSION, "key": key, "settings": settings})
    try:
        folder.replace(SNAPSHOT_FILE, stored.encode("ascii"), durable=False)
    except OSError:
        return  # the next hook parses again


def _parsed(data: bytes) -> Any | None:
    import tomllib

    try:
        return validator(f"{_MODELS}:SettingsFile")(tomllib.loads(text(data)))
    except (ValueError, RecursionError):
        return None


def text(data: bytes) -> str:
    """The file's text, without the mark that some editors put before it. Raises `UnicodeDecodeError`."""
    return data.decode("utf-8-sig")
