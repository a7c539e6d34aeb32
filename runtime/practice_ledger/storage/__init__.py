"""How state is stored: where it lies, private folders, locks, whole-file replacement. Knows nothing of its content."""
