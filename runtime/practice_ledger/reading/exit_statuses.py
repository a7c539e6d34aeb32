"""What the exit status of the reading command means. Of several Practices the highest is taken. [R23]

Lorelum's own status comes through; by its contract that is 0 or 2.
"""

from __future__ import annotations

READ = 0
NOT_WRITTEN = 1
USAGE = 2
NO_ANSWER = 3
TOO_SLOW = 4
NO_LORE = 5

EXIT_STATUSES = {
    READ: "every Practice was read",
    NOT_WRITTEN: "a Practice could not be written out",
    USAGE: "wrong usage, or lore says that it failed (its own status)",
    NO_ANSWER: "lore did not answer in the form that it publishes",
    TOO_SLOW: "lore did not answer in time",
    NO_LORE: "lore was not found or cannot be run",
}
