"""Every fact of docs/evidence.md, in the order of its rows. The page's rows are made from this."""

from __future__ import annotations

from evidence.call_facts import CALL_FACTS
from evidence.conversation_facts import CONVERSATION_FACTS
from evidence.environment_facts import ENVIRONMENT_FACTS
from evidence.fact import Fact
from evidence.plugin_facts import PLUGIN_FACTS

_OF_MANY_RUNS = Fact(
    "two-pipes",
    "Standard output and error of a command are two pipes, read side by side. What was written to the second first "
    "can still come behind what was written to the first right after it: so in 5 of 80 short calls; of 20 long "
    "code-mode calls 2 had it in the cut middle. With a wait until the pipe is empty, as `practice-ledger read` has "
    "it, none of 240 and of 136; a fixed pause of 10 ms is not enough.",
    "many runs of 0.171.0",
    "R24",
    "tests/host/test_sealed_reads.py",
)

FACTS = (*CONVERSATION_FACTS, *CALL_FACTS, *ENVIRONMENT_FACTS, *PLUGIN_FACTS, _OF_MANY_RUNS)
JUDGED = tuple(fact for fact in FACTS if fact.judge)
