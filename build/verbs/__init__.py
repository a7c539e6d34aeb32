"""The verbs of `python3 build`. Each has SUMMARY, DESCRIPTION, USAGE, TAKES_MORE and `run(arguments)`, which returns
the exit status.
"""
