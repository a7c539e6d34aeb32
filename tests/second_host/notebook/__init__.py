"""An adapter for an invented host, which exists to show that a second host is one more folder.

It differs from Codex where a host may: one event object with other names, standard output and standard error apart and
with an exit status, no turn ids, no transcript names, integer call numbers, and hints taken as plain text.
"""
