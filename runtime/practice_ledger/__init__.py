"""practice-ledger: remembers which Practices a root agent provably read, and tells its subagents."""

__version__ = "0.1.0"
