"""From a Codex hook payload to the ledger, and back to an answer that Codex takes. [R14, R17]"""

from __future__ import annotations

from practice_ledger import bounds, strict_json
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.verified import BegunCall, ClearedRoot, EndedRoot, FinishedCall, OpenedRoot, StartedChild
from practice_ledger.hint.rendering import render
from practice_ledger.hosts.codex import sealed_calls
from practice_ledger.hosts.codex.agents import require_root
from practice_ledger.hosts.codex.caller import HOST_KEY
from practice_ledger.lorelum.invocation import without_host_prefix
from practice_ledger.proof.payload_filter import may_hold_read
from practice_ledger.proof.read_proof import names_read, prove, understood
from practice_ledger.refusals import OF_THE_STATE, Refused
from practice_ledger.validation import Invalid, validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from practice_ledger.contract.practice_read import PracticeRead
    from practice_ledger.hook_run import HookRun

# What Codex puts into an output that it cuts: before it, or in place of its middle.
TRUNCATION_NOTICES = ("Warning: truncated output", "tokens truncated", "chars truncated")

_MODELS = "practice_ledger.hosts.codex.payload_models"


def answer(payload: bytes, run: HookRun) -> bytes:
    """What Codex is told after one event; b"" for nothing. Raises `Refused`."""
    try:
        raw = strict_json.parse(payload.decode("utf-8"))
    except ValueError:
        raise Refused("payload") from None
    event = raw.get("hook_event_name") if isinstance(raw, dict) else None
    handler = _HANDLERS.get(event) if isinstance(event, str) else None
    if handler is None:
        raise Refused("payload")
    return handler(raw, payload, run)


def _session_start(raw: dict[str, Any], payload: bytes, run: HookRun) -> bytes:
    run.saw("root-opened")
    require_root(raw)
    start = _validated("SessionStart", raw)
    if start.source == "clear":
        run.ledger().clear(ClearedRoot(_key(start), start.transcript_path))
    else:
        run.ledger().open_root(OpenedRoot(_key(start), start.transcript_path))
    run.make_secret()
    return b""


def _session_end(raw: dict[str, Any], payload: bytes, run: HookRun) -> bytes:
    run.saw("root-ended")
    require_root(raw)
    run.deadline.shorten(bounds.SESSION_END_SECONDS)
    run.ledger().end_root(EndedRoot(_key(_validated("SessionEnd", raw))))
    return b""


def _pre_tool_use(raw: dict[str, Any], payload: bytes, run: HookRun) -> bytes:
    try:
        call = _shell_call_of_root("PreToolUse", raw, payload)
        if call is None:
            return b""
        run.saw("call-begun")
        understood(call.tool_input.command)
        run.ledger().begin_call(BegunCall(_key(call), call.transcript_path, call.tool_use_id, call.tool_input.command))
    except Refused as refused:
        if refused.reason in OF_THE_STATE:
            raise
        # The end of the call is refused for the same reason, and counted once.
    return b""


def _post_tool_use(raw: dict[str, Any], payload: bytes, run: HookRun) -> bytes:
    if sealed_calls.may_hold_receipt(raw):
        run.saw("sealed-call-finished")
        sealed_calls.record(_validated("PostToolUse", raw), raw, run)
    call = _shell_call_of_root("PostToolUse", raw, payload)
    if call is None:
        return b""
    run.saw("call-finished")
    command = without_host_prefix(call.tool_input.command, HOST_KEY, call.session_id)
    reads: tuple[PracticeRead, ...] = ()
    unproven = None
    try:
        reads = prove(command, call.tool_response, TRUNCATION_NOTICES)
    except Refused as refused:
        unproven = refused
    # Whatever it proves, the call has ended, so the ledger must know. That a call which proves nothing was not begun
    # either is no second reason.
    try:
        results = run.ledger().record(FinishedCall(_key(call), call.transcript_path, call.tool_use_id, command, reads))
    except Refused as refused:
        raise (unproven if unproven and refused.reason == "not-begun" else refused) from None
    run.came_to(results)
    if unproven:
        raise unproven
    return b""


def _subagent_start(raw: dict[str, Any], payload: bytes, run: HookRun) -> bytes:
    run.saw("child-started")
    child = _validated("SubagentStart", raw)
    ledger = run.ledger_if_any()
    hint = render(ledger.list_for_child(StartedChild(_key(child)))) if ledger else ""
    if not hint:
        return b""
    output = {"hookEventName": "SubagentStart", "additionalContext": hint}
    return strict_json.dump({"hookSpecificOutput": output}).encode("ascii") + b"\n"


_HANDLERS = {
    "SessionStart": _session_start,
    "SessionEnd": _session_end,
    "PreToolUse": _pre_tool_use,
    "PostToolUse": _post_tool_use,
    "SubagentStart": _subagent_start,
}


def _shell_call_of_root(model: str, raw: dict[str, Any], payload: bytes) -> Any:
    """The validated call, or None for one that has nothing to do with reading Practices. [R14.2]

    Raises `Refused` for a read that is not the root's own.
    """
    given = raw.get("tool_input")
    command = given.get("command") if isinstance(given, dict) else None
    if raw.get("tool_name") != "Bash" or not isinstance(command, str):
        return None
    if not may_hold_read(payload) or not names_read(command):
        return None
    call = _validated(model, raw)
    require_root(raw)
    if call.transcript_path is None:
        raise Refused("no-thread-name")
    return call


def _validated(model: str, raw: dict[str, Any]) -> Any:
    try:
        return validator(f"{_MODELS}:{model}")(raw)
    except Invalid:
        raise Refused("payload") from None


def _key(event: Any) -> ConversationKey:
    return ConversationKey(HOST_KEY, event.session_id)
