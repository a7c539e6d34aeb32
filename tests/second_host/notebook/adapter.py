"""From the invented host's events to the ledger, and back."""

from __future__ import annotations

from typing import Any

from practice_ledger import strict_json
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.verified import BegunCall, ClearedRoot, EndedRoot, FinishedCall, OpenedRoot, StartedChild
from practice_ledger.hint.rendering import render
from practice_ledger.hook_run import HookRun
from practice_ledger.proof.read_proof import prove, understood
from practice_ledger.refusals import Refused
from practice_ledger.validation import Invalid, validator

HOST_KEY = "notebook"
_MODELS = "practice_ledger.hosts.notebook.event_models"


def answer(payload: bytes, run: HookRun) -> bytes:
    try:
        raw = strict_json.parse(payload.decode())
        kind = raw["kind"]
        event = validator(f"{_MODELS}:{ {'run': 'CellRun', 'done': 'CellDone'}.get(kind, 'Event') }")(raw)
    except (ValueError, KeyError, TypeError, Invalid):
        raise Refused("payload") from None
    run.saw(f"notebook-{kind}")
    key = ConversationKey(HOST_KEY, event.notebook)
    ledger = run.ledger()
    history = str(event.rewritten)
    if kind in {"opened", "wiped"}:
        ledger.clear(ClearedRoot(key, history)) if kind == "wiped" else ledger.open_root(OpenedRoot(key, history))
    elif kind == "closed":
        ledger.end_root(EndedRoot(key))
    elif kind == "helper":
        return render(ledger.list_for_child(StartedChild(key))).encode()
    elif event.runner != "main":
        raise Refused("subagent")
    elif kind == "run":
        understood(event.script)
        ledger.begin_call(BegunCall(key, history, event.cell, event.script))
    else:
        _done(event, key, history, run)
    return b""


def _done(event: Any, key: ConversationKey, history: str, run: HookRun) -> None:
    refusal = None
    try:
        reads = prove(event.script, event.stdout + event.stderr, ())
    except Refused as refused:
        reads, refusal = (), refused
    run.came_to(run.ledger().record(FinishedCall(key, history, event.cell, event.script, reads)))
    if refusal is not None:
        raise refusal
