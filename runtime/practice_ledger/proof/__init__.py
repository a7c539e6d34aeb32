"""What counts as proof that a shell call read Practices: its command understood, its output exactly as predicted."""
