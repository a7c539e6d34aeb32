"""What a person does in Codex about what `doctor` found, by the finding's code."""

from __future__ import annotations

_PLUGIN = "practice-ledger@practice-ledger"
_TRUST = "Start `codex` in a terminal. It says that hooks need review: look at them and trust them (`t`)."

NEXT_STEPS = {
    "host-missing": "Put the folder of `codex` on the PATH of this shell, and run `practice-ledger doctor` again.",
    "host-silent": "Run `codex doctor`, or `codex` itself: it says what keeps it from starting.",
    "host-older": "Update Codex: npm install -g @openai/codex",
    "host-lacks": "Update Codex: npm install -g @openai/codex",
    "plugin-not-installed": "Run: codex plugin marketplace add <where this plugin comes from>, then "
    f"codex plugin add {_PLUGIN}",
    "plugin-disabled": 'Set `enabled = true` under [plugins."{plugin}"] in {settings}',
    "plugin-files-missing": "Run: codex plugin add {plugin}",
    "plugin-twice": "Run: codex plugin remove {plugin}",
    "host-settings-unreadable": "Correct what is named.",
    "hooks-off-by-policy": "Ask whoever manages this machine; nothing in your own settings changes it.",
    "hooks-off-by-setting": "Remove `hooks = false` (or `codex_hooks = false`) under [features] from {settings}",
    "plugins-off-by-setting": "Remove `plugins = false` under [features] from {settings}",
    "hook-disabled": "Start `codex`, enter /hooks, and switch them on.",
    "hooks-not-listed": "Run: codex plugin add {plugin}",
    "hooks-untrusted": _TRUST,
    "hooks-modified": _TRUST,
    "trust-guessed": "Run `practice-ledger doctor` in a terminal of your own, with `codex` on its PATH.",
    "trust-not-recorded": _TRUST,
    "two-hints": "If you want only this product's, set `enabled = false` under "
    '[plugins."{lorelums_plugin}"] in {settings}',
    "hooks-never-ran": "Start a new conversation in Codex and run `practice-ledger doctor` again; "
    "if the trust above is ok and nothing ran, start Codex itself anew.",
    "program-missing": "Run: codex plugin add {plugin}",
    "program-broken": "Run: codex plugin add {plugin}",
    "sealed-id-missing": "Update Codex to 0.165 or newer, or read with the plain command that the README names.",
}
