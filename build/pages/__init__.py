"""Pages of docs/ that are made from code. `python3 build docs` writes them, and a test compares."""
