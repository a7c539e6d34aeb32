"""A module for each command, named like it. `verb.py` says what such a module holds."""
