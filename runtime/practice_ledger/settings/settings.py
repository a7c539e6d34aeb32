"""The settings in effect: those of the file if it is valid as a whole, else the defaults."""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.settings.file import settings_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Settings:
    """`enabled`: whether anything is recorded, told or counted at all. `hints`: whether children are told anything.
    `bounds`: those that the file names, by their names in `bounds`."""

    __slots__ = ("bounds", "enabled", "hints")

    def __init__(self, *, enabled: bool = True, hints: bool = True, bounds: Mapping[str, float] | None = None) -> None:
        self.enabled = enabled
        self.hints = hints
        self.bounds = dict(bounds or {})


def in_effect(*, keep: bool = False) -> Settings:
    """Never raises: whatever is wrong with the file, the defaults hold. `problems.problems` says what is wrong.

    With `keep`, which is for hooks, they are kept in the form that a hook reads quickly; nobody else changes the state.
    """
    try:
        data = settings_bytes()
        return Settings() if data is None else _of_file(data, keep=keep)
    except Exception:
        return Settings()


def put_in_force(*, keep: bool = False) -> Settings:
    """Lowers the bounds of this process as the settings have it. Never raises. `keep` as above."""
    settings = in_effect(keep=keep)
    lowered = dict(settings.bounds)
    if not settings.hints:
        lowered["HINT_ITEMS"] = 0
    if lowered:
        bounds.lower(lowered)
    return settings


def _of_file(data: bytes, *, keep: bool) -> Settings:
    from practice_ledger.settings.snapshot import understood

    found = understood(data, keep=keep)
    if found is None:
        return Settings()
    named = {} if found.bounds is None else vars(found.bounds)
    return Settings(
        enabled=found.enabled,
        hints=found.hints,
        bounds={name.upper(): value for name, value in named.items() if value is not None},
    )
