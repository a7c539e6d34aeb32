"""Who runs a command inside Codex's shell tool. [R24]"""

from __future__ import annotations

from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import ConversationKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HOST_KEY = "codex"

# In the environment of shell commands; Codex 0.144 has the second only, 0.155 lacks the last.
SESSION_VARIABLE = "CODEX_SESSION_ID"
THREAD_VARIABLE = "CODEX_THREAD_ID"
CALL_VARIABLE = "CODEX_TOOL_CALL_ID"


def caller(environment: Mapping[str, str]) -> Caller | None:
    """The caller that this environment names; None unless it has all three ids."""
    session = environment.get(SESSION_VARIABLE)
    thread = environment.get(THREAD_VARIABLE)
    call = environment.get(CALL_VARIABLE)
    if not (session and thread and call):
        return None
    return Caller(ConversationKey(HOST_KEY, session), thread, call)
