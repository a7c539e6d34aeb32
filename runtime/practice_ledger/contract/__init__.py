"""The host-neutral contract: the words that adapters, ledger and hint share. Knows no host."""
