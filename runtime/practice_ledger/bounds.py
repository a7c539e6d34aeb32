"""Every limit of the product, in one place. [R11, R12, R20]

Sizes are UTF-8 bytes, times are seconds. [0006] marks a bound that has its row, with what was measured for it, in
docs/decisions/0006-calibration.md.

A person's settings may lower some of them for a process. So nothing here is to be taken at import: a rule looks at
`bounds.X` when it applies, and what must hold for stored documents looks at `bounds.CEILINGS`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# --- one conversation (R11) -------------------------------------------------------------------------------------
CANDIDATES_PER_ROOT = 32  # [0006] about the whole of a public Pack
CANDIDATES_BYTES_PER_ROOT = 64 * 1024  # [0006]
CANDIDATE_BYTES = 4 * 1024  # [0006]
TITLE_BYTES = 256  # [0006] four times the longest title seen
APPLIES_WHEN_BYTES = 1024  # [0006] three times the longest seen
SOURCE_PACKS = 16  # [0006]
PRACTICE_ID_BYTES = 128  # [0006]
PACK_NAME_BYTES = 64  # [0006]
PENDING_CALLS = 64  # [0006] shell calls of one root that may be begun and not ended

# --- all conversations (R11) ------------------------------------------------------------------------------------
ROOTS = 512  # [0006]
ROOTS_DROPPED_AT_ONCE = 32  # [0006] looking for those to drop reads all documents: not done for each new root
YOUNG_ROOTS = 32  # [0006] the latest ones may be about to read; they are the last to go
ROOT_LIFETIME = 14 * 24 * 3600  # [0006]

# --- waits (R12) ------------------------------------------------------------------------------------------------
HOOK_SECONDS = 3.0  # from the moment the input is complete
SESSION_END_SECONDS = 1.0  # the host gives this event 3 s
LOCK_SECONDS = 2.0  # for all locks of one hook together
LOCK_POLL_SECONDS = 0.002
LOCK_STRIPES = 16
BUSY_SECONDS = 0.5  # for a file that another process has open, on Windows; a virus scanner takes a tenth of a second

# --- input ------------------------------------------------------------------------------------------------------
PAYLOAD_BYTES = 1024 * 1024  # hosts cut tool output to 10 or 40 KB, and JSON makes of that six times as much at most
COMMAND_BYTES = 16 * 1024  # a longer script holds more than reads
JSON_DEPTH = 32  # an envelope is five levels deep

# --- receipts (R24, R25) ----------------------------------------------------------------------------------------
RECEIPT_BYTES = 4095  # less than what a pipe takes in one piece
RECEIPT_APPLIES_WHEN_BYTES = 400  # the longest seen is 320
RECEIPTS_PER_CALL = 64
RECEIPT_TAKEN_SECONDS = 0.1  # a host takes them within a millisecond or two, a loaded one later
SECRET_BYTES = 32  # the longest key that BLAKE2s takes

# --- the reading command (R23) ----------------------------------------------------------------------------------
READ_IDS = 64  # a public Pack as a whole, and room
LORE_SECONDS = 10.0  # one answer; it takes a fraction of one from a local store
READ_SECONDS = 30.0  # all answers of one command together
ANSWER_BYTES = 1024 * 1024  # 150 times the longest seen
LORE_STDERR_BYTES = 8 * 1024  # of each call; what a host shows of a whole call is 10 or 40 KB

# --- files (R12, R13, R21) --------------------------------------------------------------------------------------
SETTINGS_BYTES = 16 * 1024  # ten times what all settings with a comment each take
DOCUMENT_BYTES = 256 * 1024  # candidates, pending calls and room for fields of a later minor version
DAMAGED_FILES = 8
STALE_TEMPORARY_SECONDS = 3600
TIDYING_SECONDS = 3600  # between two looks at the age of every conversation, which cost a start a tenth
DIAGNOSTICS_BYTES = 64 * 1024
DIAGNOSTIC_LINE_BYTES = 200

# --- doctor -----------------------------------------------------------------------------------------------------
HOST_SECONDS = 10.0  # a host answers within a second, and is slow on its first start
DOCTOR_SECONDS = 15.0  # all of it
DISK_FULL_BYTES = 1024 * 1024  # four documents, or one and what replaces it
DISK_NEARLY_FULL_BYTES = 64 * 1024 * 1024

# --- the hint (R19, R20) ----------------------------------------------------------------------------------------
HINT_ITEMS = 8  # [0006]
HINT_BYTES = 3072  # [0006]
HINT_APPLIES_WHEN_BYTES = 240  # [0006]
HINT_DIGEST_DIGITS = 12  # [0006]

# --- what a person may lower, and how far (docs/settings.md) ------------------------------------------------------
# Each by its name in lower case, never above the figure that stands here.
LEAST = {
    "CANDIDATES_PER_ROOT": 1,
    "CANDIDATES_BYTES_PER_ROOT": 1024,  # one candidate with a long id, title and several sources
    "CANDIDATE_BYTES": 1024,
    "TITLE_BYTES": 64,  # the longest seen is about 60
    "APPLIES_WHEN_BYTES": 0,
    "SOURCE_PACKS": 1,
    "PRACTICE_ID_BYTES": 80,  # the longest seen is about 75
    "PACK_NAME_BYTES": 32,
    "PENDING_CALLS": 4,  # calls that an agent runs side by side
    "ROOTS": 1,
    "ROOT_LIFETIME": 3600,
    "HOOK_SECONDS": 0.5,
    "SESSION_END_SECONDS": 0.25,
    "LOCK_SECONDS": 0.1,
    "DAMAGED_FILES": 1,
    "DIAGNOSTICS_BYTES": 4096,
    "HINT_ITEMS": 1,
    "HINT_BYTES": 1024,  # what is said in any hint takes 600
    "HINT_APPLIES_WHEN_BYTES": 0,
}
CEILINGS = {name: globals()[name] for name in LEAST}
"""The figures above, whatever is lowered: what an earlier process may have stored. Models use these."""

# These two shrink with the number of conversations.
_OF_ROOTS = {"ROOTS_DROPPED_AT_ONCE": ROOTS_DROPPED_AT_ONCE, "YOUNG_ROOTS": YOUNG_ROOTS}

lowered = False  # whether any bound of this process is below its ceiling


def lower(wanted: Mapping[str, float]) -> None:
    """Puts these bounds in force for this process, by their names here, and all others back to their ceilings."""
    in_force = {**CEILINGS, **wanted}
    in_force["CANDIDATE_BYTES"] = min(in_force["CANDIDATE_BYTES"], in_force["CANDIDATES_BYTES_PER_ROOT"])
    for name, figure in _OF_ROOTS.items():
        in_force[name] = max(1, int(figure * in_force["ROOTS"] / CEILINGS["ROOTS"]))
    globals().update(in_force, lowered=in_force != CEILINGS | _OF_ROOTS)
