"""Drives real builds of Codex, records what they send, and judges the facts of docs/evidence.md by it."""
