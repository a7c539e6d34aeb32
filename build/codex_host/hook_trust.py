"""The trust that a user gives to hooks: what Codex says of it, and the records that its terminal UI writes."""

from __future__ import annotations

from typing import Any

from codex_host.app_server import AppServer
from codex_host.isolated_codex import IsolatedCodex


def _hooks(server: AppServer) -> list[dict[str, Any]]:
    found = server.call("hooks/list", {"cwds": [str(server.codex.project)]})["data"]
    return [hook for folder in found for hook in folder["hooks"]]


def trust_statuses(codex: IsolatedCodex) -> dict[str, str]:
    """Every hook that Codex knows for the project, by its key, with `trusted`, `untrusted` or `modified`."""
    with AppServer(codex) as server:
        return {hook["key"]: hook["trustStatus"] for hook in _hooks(server)}


def trust_all(codex: IsolatedCodex) -> None:
    """Writes what "Trust all and continue" writes, for all hooks as they are now."""
    with AppServer(codex) as server:
        records = {hook["key"]: _record(hook["currentHash"]) for hook in _hooks(server)}
        edit = {"keyPath": "hooks.state", "value": records, "mergeStrategy": "upsert"}
        server.call("config/batchWrite", {"edits": [edit]})


def _record(current_hash: str) -> dict[str, str]:
    definition, _, content = current_hash.partition("/")
    return {"trusted_hash": definition, **({"trusted_content_hash": content} if content else {})}
