"""What of the product is left with Codex when its own files are gone, and how a person removes it. [R22]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from practice_ledger.hosts.codex.config import home_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def removal_notes(environment: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    """(what is left, the command that removes it if something has to)."""
    yield "If the plugin is still installed:", "codex plugin remove practice-ledger@practice-ledger"
    yield "If its marketplace is still known:", "codex plugin marketplace remove practice-ledger"
    yield (
        f"Codex keeps its own record that you trusted the hooks (hooks.state in {home_of(environment)}/config.toml), "
        "and an empty folder plugins/cache/practice-ledger beside it. Neither does anything once the plugin is gone.",
        None,
    )
