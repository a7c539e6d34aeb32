"""Receipts in the output of a finished shell call: which of them count for this very call. [R25]"""

from __future__ import annotations

from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.verified import SealedCall
from practice_ledger.hosts.codex.agents import require_root
from practice_ledger.hosts.codex.caller import HOST_KEY
from practice_ledger.proof.payload_filter import RECEIPT_MARKER
from practice_ledger.refusals import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from practice_ledger.hook_run import HookRun


def may_hold_receipt(raw: dict[str, Any]) -> bool:
    """Whether a finished call's payload is worth a look: cheap, and true of every one that holds a receipt."""
    response = raw.get("tool_response")
    return raw.get("tool_name") == "Bash" and isinstance(response, str) and RECEIPT_MARKER in response


def record(call: Any, raw: dict[str, Any], run: HookRun) -> None:
    """Records the reads of those receipts that were made by this call of the root, in the present epoch. [R25]

    `call` is the validated payload, `raw` the payload itself. What does not count is told to `run`, reason by reason.
    The command and the transcript's name do not matter, so an ephemeral root counts too.
    """
    try:
        _record(call, raw, run)
    except Refused as refused:
        run.refused(refused.reason)


def _record(call: Any, raw: dict[str, Any], run: HookRun) -> None:
    from practice_ledger.sealing.receipt import found

    require_root(raw)
    # The root's own thread is named like its session; a child's, and a reviewer's, is not.
    caller = Caller(ConversationKey(HOST_KEY, call.session_id), call.session_id, call.tool_use_id)
    ledger = run.ledger()
    bound, secret = ledger.current(caller.key), run.secret()
    if bound is None:
        raise Refused("not-announced")
    if secret is None:
        raise Refused("receipt")
    reads = []
    for receipt in found(call.tool_response):
        try:
            if receipt is None:
                raise Refused("receipt")
            reads.append(receipt.read_of(secret, caller, bound.epoch))
        except Refused as refused:
            run.refused(refused.reason)
    if reads:
        run.came_to(ledger.record_sealed(SealedCall(bound, call.tool_use_id, tuple(reads))))
