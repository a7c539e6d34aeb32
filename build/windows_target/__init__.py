"""Makes the program for Windows on a machine that is none: a Windows Python, run by Wine. See docs/windows.md."""
