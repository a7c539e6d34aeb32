"""Which of the plugin's hooks Codex knows, and whether it trusts them: by its own answer, or a guess by its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from practice_ledger.hosts.codex import config, plugin_files
from practice_ledger.hosts.host_report import Hook, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from practice_ledger.hosts.host_report import Installation

_PLUGIN_PREFIX = f"{plugin_files.PLUGIN}@"
_TRUST = {
    "trusted": Trust.TRUSTED,
    "managed": Trust.TRUSTED,
    "untrusted": Trust.UNTRUSTED,
    "modified": Trust.MODIFIED,
}


def listed(answer: object) -> list[dict[str, Any]] | None:
    """The plugin's hooks in an answer to `hooks/list`; None for no answer of a known form."""
    if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
        return None
    return [hook for hook in _of_all_folders(answer, "hooks") if str(hook.get("key")).startswith(_PLUGIN_PREFIX)]


def as_told(hooks: Sequence[dict[str, Any]]) -> Iterator[Hook]:
    """The hooks of an answer. An unknown word for the trust is no trust."""
    for hook in hooks:
        name = str(hook.get("eventName"))
        trust = _TRUST.get(str(hook.get("trustStatus")), Trust.UNTRUSTED)
        yield Hook(installation_of(hook), name[:1].upper() + name[1:], trust, hook.get("enabled") is not False)


def installation_of(hook: dict[str, Any]) -> str:
    """The plugin and its marketplace, which a hook's key begins with."""
    return str(hook.get("key")).partition(":")[0]


def complaints(answer: object) -> list[str]:
    """What Codex itself says is wrong in an answer to `hooks/list`."""
    return [str(error.get("message")) for error in _of_all_folders(answer, "errors")]


def _of_all_folders(answer: object, name: str) -> list[dict[str, Any]]:
    return [
        each
        for folder in (plugin_files.as_list(answer.get("data")) if isinstance(answer, dict) else ())
        if isinstance(folder, dict)
        for each in plugin_files.as_list(folder.get(name))
        if isinstance(each, dict)
    ]


def as_recorded(installation: Installation, settings: object) -> Iterator[Hook]:
    """The hooks that an installed plugin brings, with what the settings' records let one guess."""
    records = config.table(settings, "hooks", "state")
    for event, group, handler in plugin_files.hooks_of(installation.folder or ""):
        record = config.table(records, f"{installation.name}:hooks/hooks.json:{_snake(event)}:{group}:{handler}")
        trust = Trust.RECORDED if record.get("trusted_hash") else Trust.NOT_RECORDED
        yield Hook(installation.name, event, trust, record.get("enabled") is not False)


def _snake(event: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in event).lstrip("_")
