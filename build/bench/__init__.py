"""Measures what the hooks cost, and what the bounds of the ledger come to. `python3 build bench` runs it."""
