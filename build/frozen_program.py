"""Starts the program inside the frozen binary; what `python -m practice_ledger` is outside of it."""

from practice_ledger.__main__ import main

main()
