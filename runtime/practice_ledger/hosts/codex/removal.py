"""What of the product is left with Codex when its own files are gone, and how a person removes it. [R22]"""

from __future__ import annotations

NOTES = (
    "If the plugin is still installed: codex plugin remove practice-ledger@practice-ledger",
    "If its marketplace is still known: codex plugin marketplace remove practice-ledger",
    "Codex keeps its own record that you trusted the hooks, under hooks.state in config.toml of its home (~/.codex), "
    "and leaves an empty folder plugins/cache/practice-ledger there. Neither does anything once the plugin is gone.",
)
