"""Facts about what commands find around them: variables, standard error, a sandbox."""

from __future__ import annotations

from collections.abc import Sequence

from evidence.environment_scenarios import SANDBOXES
from evidence.fact import Fact, Seen
from evidence.modes import CODE
from evidence.neutral import Payload

_SEALED = "tests/host/test_sealed_reads.py"
_NONE = "none"
_ERRORS = ("pipe", "file", "captured", "loop", "script", "login", "line")


def _found(call: Payload) -> list[str]:
    """Session, thread, call and the state's place as the command of a call found them."""
    return str(call["tool_response"]).removeprefix("variables ").split()


def _who(call: Payload) -> str:
    return str(call["tool_input"]["command"]).rpartition(" # ")[2]


def _in_both_sandboxes(seen: Seen) -> list[Payload]:
    return _of_the_family(seen, "ids", SANDBOXES)


def _of_the_family(seen: Seen, scenario: str, places: Sequence[str]) -> list[Payload]:
    """What each of a root and those that it spawned found in each of these places. Raises `ValueError` if one lacks."""
    family = ("root", "child", "reviewer", *(("grandchild",) if seen.mode == CODE else ()))
    calls = seen.calls(scenario, "PostToolUse")
    wanted = {f"{who}, {place}" for who in family for place in places}
    if missing := wanted - set(map(_who, calls)):
        raise ValueError(f"no call of {', '.join(sorted(missing))}")
    return calls


def _session(seen: Seen) -> str:
    wrong = [call for call in _in_both_sandboxes(seen) if _found(call)[0] != call["session_id"]]
    return _said(wrong, 0)


def _thread(seen: Seen) -> str:
    return _said([call for call in _in_both_sandboxes(seen) if _found(call)[1] == _NONE], 1)


def _call(seen: Seen) -> str:
    return _said([call for call in _in_both_sandboxes(seen) if _found(call)[2] != call["tool_use_id"]], 2)


def _said(wrong: Sequence[Payload], place: int) -> str:
    return next((f"{_who(call)}: {_found(call)[place]}" for call in wrong), "")


def _thread_of_the_root(seen: Seen) -> str:
    for call in (*_in_both_sandboxes(seen), *_of_the_family(seen, "ids-of-an-ephemeral-root", ("ephemeral",))):
        if _found(call)[1] == _NONE:
            return f"{_who(call)}: none"
        is_roots = _found(call)[1] == call["session_id"]
        if is_roots != _who(call).startswith("root"):
            return f"{_who(call)}: thread {_found(call)[1][-4:]} in session {call['session_id'][-4:]}"
    return ""


def _core(seen: Seen) -> str:
    [call] = seen.calls("core-environment", "PostToolUse")
    *ids, place = _found(call)
    [usual] = [_found(each) for each in _in_both_sandboxes(seen) if _who(each) == f"root, {SANDBOXES[0]}"]
    if place != _NONE:
        return f"PRACTICE_LEDGER_HOME={place}"
    lost = sum(core == _NONE and with_all != _NONE for core, with_all in zip(ids, usual, strict=False))
    return f"{lost} of the three are gone" if lost else ""


def _errors(seen: Seen) -> str:
    [call] = seen.calls("stderr-everywhere", "PostToolUse")
    lost = [where for where in _ERRORS if f"{where}-error\n" not in call["tool_response"]]
    return f"lost: {', '.join(lost)}" if lost else ""


def _state(seen: Seen) -> str:
    calls = seen.calls("sandbox-and-state", "PostToolUse")
    if len(calls) != len(SANDBOXES):
        return f"{len(calls)} calls"
    wrong = [
        f"{sandbox}: {call['tool_response']!r}"
        for sandbox, call in zip(SANDBOXES, calls, strict=True)
        if call["tool_response"] != "kept text\nrefused\n"
    ]
    return "; ".join(wrong)


ENVIRONMENT_FACTS = (
    Fact(
        "session-variable",
        "Shell commands have the root's `session_id` as `CODEX_SESSION_ID` in their environment, in both sandboxes.",
        "ids",
        "R24",
        _SEALED,
        _session,
    ),
    Fact("thread-variable", "They have `CODEX_THREAD_ID`, in both sandboxes.", "ids", "R24", _SEALED, _thread),
    Fact(
        "call-variable",
        "They have the hooks' `tool_use_id` as `CODEX_TOOL_CALL_ID`, in both sandboxes.",
        "ids",
        "R24",
        "tests/host/test_sealed_reads_without_receipts.py",
        _call,
    ),
    Fact(
        "thread-of-the-root",
        "Of the root `CODEX_THREAD_ID` is the session's id; of a child, a grandchild (code mode alone has one played) "
        "and a reviewer it is another, in ephemeral conversations too.",
        "ids, ids-of-an-ephemeral-root",
        "R25",
        "tests/host/test_sealed_reads_that_do_not_count.py",
        _thread_of_the_root,
    ),
    Fact(
        "core-environment",
        '`shell_environment_policy.inherit = "core"` takes none of the three from commands, and drops '
        "`PRACTICE_LEDGER_HOME`.",
        "core-environment, ids",
        "R24",
        "tests/host/test_sealed_reads_without_receipts.py",
        _core,
    ),
    Fact(
        "standard-error-everywhere",
        "What a command prints on standard error stands in `tool_response` wherever its standard output goes: a pipe "
        "that closes early, a file, `$(...)`, a loop, a script, `bash -lc`; perhaps behind a partial line.",
        "stderr-everywhere",
        "R24, R25",
        _SEALED,
        _errors,
    ),
    Fact(
        "state-in-a-sandbox",
        "In the sandboxes `workspace-write` (with `exclude_slash_tmp`) and `read-only` a command can read a file "
        "beside the project, such as the state, and not write there.",
        "sandbox-and-state",
        "R24",
        _SEALED,
        _state,
    ),
)
