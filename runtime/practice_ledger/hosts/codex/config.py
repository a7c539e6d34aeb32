"""Codex's settings as far as they decide whether hooks run: where they are and what they say. Never written to."""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "CODEX_HOME"
FILE = "config.toml"
REQUIREMENTS = "/etc/codex/requirements.toml"


class Unreadable(Exception):
    """A settings file that is there and cannot be read; the text says which and where."""


def home_of(environment: Mapping[str, str]) -> str:
    """Codex's home folder, which need not exist."""
    return environment.get(HOME_VARIABLE) or os.path.join(environment.get("HOME") or os.path.expanduser("~"), ".codex")


def read(path: str) -> dict[str, Any]:
    """A TOML file's content, nothing for a missing one. Raises `Unreadable`."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except ValueError as error:  # TOML's and UTF-8's
        raise Unreadable(f"{path}: {error}") from None


def table(settings: object, *keys: str) -> dict[str, Any]:
    """The table under some keys; an empty one for anything else, since other versions may hold anything there."""
    for key in keys:
        settings = settings.get(key) if isinstance(settings, dict) else None
    return settings if isinstance(settings, dict) else {}
