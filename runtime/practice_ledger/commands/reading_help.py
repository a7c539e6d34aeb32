"""What `practice-ledger read --help` says."""

from __future__ import annotations

from practice_ledger import bounds
from practice_ledger.lorelum.invocation import COMMAND
from practice_ledger.reading.exit_statuses import EXIT_STATUSES
from practice_ledger.reading.lore_program import SETTING

EXAMPLE = "agentic-coding.context.be-brief"
ID = f"a Practice's id, such as {EXAMPLE}; at most {bounds.READ_IDS} of them"

DESCRIPTION = (
    f"Prints engineering Practices that Lorelum has installed, as Markdown. It asks `{COMMAND}` once for each id.\n\n"
    "Inside a host whose hooks this product answers, each read is remembered for the subagents of the conversation, "
    "also when the output goes through a pipe, into a file or is cut. Elsewhere it is a plain reader."
)

EPILOG = (
    f"""\
examples:
  practice-ledger read agentic-coding.context.be-brief
  practice-ledger read agentic-coding.context.be-brief agentic-coding.verification.map-evidence | head -40

environment:
  {SETTING}  the absolute path of {COMMAND}; by default the first one in an absolute folder of PATH
  NO_COLOR              if set, no bold headings on a terminal

exit status, of several Practices the highest:
"""
    + "\n".join(f"  {status}  {meaning}" for status, meaning in EXIT_STATUSES.items())
    + "\n"
)
