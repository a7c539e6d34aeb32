"""The rows of the tables: the names of what is measured."""

from __future__ import annotations

from practice_ledger import bounds

EMPTY_HOOK = "an empty hook, `bash -c :`"
EMPTY_PYTHON = "an empty Python, `python3 -I -S -c pass`"

UNRELATED_2_KB = "a shell call without a read, 2 KB"
UNRELATED_40_KB = "a shell call without a read, 40 KB"
UNRELATED_1_MB = "a shell call without a read, 1 MB"

READ_BEGINS = "the start of a read"
READ_ENDS = "the end of a read, recorded"
SEALED_READ_ENDS = "the end of a sealed read, recorded"
REPEATED_READ_OF_1 = "the end of a repeated read, 1 candidate"
REPEATED_READ_OF_32 = "the end of a repeated read, 32 candidates"
REPEATED_READ_AT_BOUND = "the end of a repeated read, candidates of 64 KiB"
CHILD_TOLD_NOTHING = "the start of a child, no candidate"
CHILD_TOLD_OF_1 = "the start of a child, 1 candidate"
CHILD_TOLD_OF_32 = "the start of a child, 32 candidates"
SESSION_STARTS_BESIDE_1 = "the start of a session, 1 conversation"
SESSION_STARTS_BESIDE_511 = "the start of a session, 511 conversations"
SESSION_MAKES_ROOM = (
    f"the start of a session that makes room, one in {bounds.ROOTS_DROPPED_AT_ONCE} at the bound of {bounds.ROOTS}"
)
SESSION_ENDS = "the end of a session"

UNRELATED = (UNRELATED_2_KB, UNRELATED_40_KB, UNRELATED_1_MB)
# What starts the program, and is held to one bar.
WORK = (
    READ_BEGINS,
    READ_ENDS,
    SEALED_READ_ENDS,
    REPEATED_READ_OF_1,
    REPEATED_READ_OF_32,
    CHILD_TOLD_NOTHING,
    CHILD_TOLD_OF_1,
    CHILD_TOLD_OF_32,
    SESSION_STARTS_BESIDE_1,
    SESSION_STARTS_BESIDE_511,
    SESSION_ENDS,
)
# What starts the program as well, and is reported only: what bounds allow at worst.
MORE = (REPEATED_READ_AT_BOUND, SESSION_MAKES_ROOM)
# The same event on much state and on little.
GROWTHS = (
    (REPEATED_READ_OF_32, REPEATED_READ_OF_1),
    (CHILD_TOLD_OF_32, CHILD_TOLD_OF_1),
    (SESSION_STARTS_BESIDE_511, SESSION_STARTS_BESIDE_1),
)
README = (
    UNRELATED_2_KB,
    UNRELATED_40_KB,
    READ_BEGINS,
    READ_ENDS,
    CHILD_TOLD_OF_32,
    SESSION_STARTS_BESIDE_1,
    SESSION_ENDS,
)
ALTERNATIVE_UNRELATED = "the obvious way: a shell call without a read, 2 KB"
ALTERNATIVE_READ_ENDS = "the obvious way: the end of a read, recorded"
ALTERNATIVE_CHILD = "the obvious way: the start of a child, 32 candidates"
ALTERNATIVE = (ALTERNATIVE_UNRELATED, ALTERNATIVE_READ_ENDS, ALTERNATIVE_CHILD)
MEMORY = (UNRELATED_1_MB, REPEATED_READ_AT_BOUND, CHILD_TOLD_OF_32, SESSION_MAKES_ROOM)

WRITERS = 32
ONE_CONVERSATION = f"{WRITERS} reads that end at once, in one conversation"
MANY_CONVERSATIONS = f"{WRITERS} reads that end at once, in {WRITERS} conversations"


def cold(name: str) -> str:
    """The row of the same event with the plugin's files out of the file cache."""
    return f"{name}, cold"
