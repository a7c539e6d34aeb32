"""Codex's settings as far as they decide whether hooks run: where they are and what they say. Never written to."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from practice_ledger.foreign_files import Unreadable, content_of, toml_of

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "CODEX_HOME"
FILE = "config.toml"
if sys.platform == "win32":
    REQUIREMENTS = os.path.join(
        os.environ.get("PROGRAMDATA", r"C:\ProgramData"), "OpenAI", "Codex", "requirements.toml"
    )
else:
    REQUIREMENTS = "/etc/codex/requirements.toml"


def home_of(environment: Mapping[str, str]) -> str:
    """Codex's home folder, which need not exist."""
    users = environment.get("USERPROFILE") if sys.platform == "win32" else environment.get("HOME")
    return environment.get(HOME_VARIABLE) or os.path.join(users or os.path.expanduser("~"), ".codex")


def read(path: str) -> dict[str, Any]:
    """A TOML file's content, nothing for a missing one. Raises `Unreadable`, which says which file and where."""
    try:
        return toml_of(content_of(path))
    except FileNotFoundError:
        return {}
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def table(settings: object, *keys: str) -> dict[str, Any]:
    """The table under some keys; an empty one for anything else, since other versions may hold anything there."""
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings if isinstance(settings, dict) else {}
