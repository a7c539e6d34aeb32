"""What is remembered of a conversation, and by which rules. Knows no host, no shell and no file name."""
