"""Drives a real Codex, installed from npm, against a scripted model on loopback: for the host tests and the demo."""
