"""The closed list of reasons why something was not recorded, each with what a person can do about it. [R16]

A reason is counted and may be shown; it never carries any content of a payload.
"""


class Refused(Exception):
    """Nothing is recorded, for one reason of `REASONS`. `reason` is its code."""

    def __init__(self, reason: str) -> None:
        if reason not in REASONS:
            raise KeyError(reason)
        super().__init__(reason)
        self.reason = reason


_OF_THE_STATE = {
    "no-home": "There is no home directory and no PRACTICE_LEDGER_HOME, so there is no place to remember anything.",
    "home-relative": "PRACTICE_LEDGER_HOME is not an absolute path, so hook and command line might not agree on it.",
    "state-unsafe": "The state directory belongs to another user, is writable by others, or is not a directory.",
    "state-foreign": "The state directory holds files of something else, so it is not used; name an empty or new one.",
    "state-locked": "Another process held the state for too long.",
    "state-damaged": "The conversation's file was damaged and has been set aside.",
    "state-newer": "The conversation's file was written by a newer version; it is left alone.",
    "state-unwritable": "The state could not be read or written (read-only, full, or no permission).",
}

REASONS = {
    # the command (R15)
    "characters": "The command holds characters outside plain ASCII text; run `lore get <id> --json` by itself.",
    "too-long": "The command is too long to be understood; run `lore get <id> --json` by itself.",
    "syntax": "The command is not complete shell text; run `lore get <id> --json` by itself.",
    "comment": "A comment follows a command on its line; give comments a line of their own.",
    "quoting": "The command quotes in a way that is not followed; quote plainly or not at all.",
    "pipe": "The output went through a pipe, so it no longer shows what was read; leave the pipe out.",
    "redirection": "The output was redirected, so the host did not see it; leave the redirection out.",
    "substitution": "The command uses a substitution or a variable, so its text does not say what ran; write it out.",
    "background": "The command runs something in the background; run the read in the foreground.",
    "or-list": "The command uses `||`, so what ran is not known from its text; use `;` or `&&`.",
    "compound": "The command uses a loop, function or group; run the reads one after another.",
    "assignment": "The command sets a variable before it runs; leave the assignment out.",
    "other-command": "The call ran something besides plain reads; run `lore get <id> --json` by itself.",
    "lore-arguments": "The arguments of `lore` are not those of a plain `lore get <id> --json`.",
    "other-store": "The read names a store or project of its own; only reads of the default store are remembered.",
    "practice-id": "The id is not a Practice id.",
    "nested-shell": "The text given to a nested shell is not plain; run `lore get <id> --json` directly.",
    # the output (R14.5, R14.6)
    "truncated": "The host cut the output; read one Practice in a call of its own.",
    "not-json": "Text stood where the answer should be, which proves nothing; use `lore get <id> --json`.",
    "output-differs": "The output is not exactly what the command prints by itself.",
    "envelope": "The output is not a valid answer of `lore get --json`.",
    "other-practice": "The answer is about another Practice than the one asked for.",
    "project-layer": "The Practice came from a project layer; a subagent may not find it (use `--no-project`).",
    # the call (R14.1 to R14.3, R9)
    "not-announced": "The conversation's start was not seen; reads count from the next session start.",
    "no-thread-name": "The conversation is ephemeral, so its root cannot be told from a reviewer.",
    "other-thread": "The call was made by a review or another side thread.",
    "subagent": "The call was made by a subagent; only reads of the root agent are remembered.",
    "not-begun": "The start of the call was not seen, or its end was seen before.",
    "begun-twice": "Two calls began under the same id; is the plugin installed twice?",
    "command-changed": "Another plugin changed the command in a way that is not known.",
    "stale": "The conversation was reset while the call ran.",
    "over-budget": "The Practice's id, title or sources are too long to be kept.",
    # receipts (R25)
    "receipt": "A receipt was cut or altered.",
    "receipt-session": "A receipt belongs to another conversation, or was made with another secret.",
    "receipt-thread": "A receipt was made by a subagent or another side thread.",
    "receipt-call": "A receipt belongs to another call; it counts only in the call that made it.",
    "receipt-repeated": "The receipts of this call were counted before.",
    # the host
    "payload": "The host sent something that is not one of its known events.",
    "internal": "A fault of practice-ledger itself.",
} | _OF_THE_STATE

# What a read counts under whose answer was text for people: the usual reason why nothing is remembered.
TEXT_READ = "not-json"

# Faults of the place where state is kept (R12, R13), not of what was read.
OF_THE_STATE = frozenset(_OF_THE_STATE)
