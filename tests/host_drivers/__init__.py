"""What each host sends, so that one suite of claims about the ledger runs over every adapter."""
