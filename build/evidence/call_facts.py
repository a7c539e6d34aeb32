"""Facts about calls of tools and what they put out."""

from __future__ import annotations

from evidence.conversation_scenarios import GET
from evidence.fact import Fact, NotApplicable, Seen
from evidence.payload_wording import count, first, said


def _shell_calls(seen: Seen) -> str:
    calls = seen.calls("direct")
    wrong = count(len(calls), 2, "tool payloads with the name Bash")
    return wrong or first((each for each in calls if each["tool_input"]["command"] != GET), "another command")


def _rewritten(seen: Seen) -> str:
    [before] = seen.calls("rewritten-by-another-plugin", "PreToolUse")
    [after] = seen.calls("rewritten-by-another-plugin", "PostToolUse")
    if before["tool_input"]["command"] != GET:
        return f"PreToolUse: {before['tool_input']['command']!r}"
    ran = after["tool_input"]["command"]
    as_rewritten = ran.endswith(f"\n{GET}") and ran.count("export ") == 2 and ran.startswith("export LORELUM_HOST_KEY=")
    return "" if as_rewritten else f"PostToolUse: {ran!r}"


def _one_string(seen: Seen) -> str:
    [mixed] = seen.calls("stderr-mixed", "PostToolUse")
    response = mixed["tool_response"]
    if not isinstance(response, str) or not response.startswith("note\n{") or not response.endswith("}\n"):
        return f"a response of another form: {str(response)[:80]!r}"
    [failed] = seen.calls("not-found", "PostToolUse")
    more = {*mixed, *failed} - {*seen.calls("direct", "PostToolUse")[0]}
    return f"a failed call carries more: {', '.join(sorted(more))}" if more else ""


def _cut(seen: Seen) -> str:
    [call] = seen.calls("truncated-output", "PostToolUse")
    response = call["tool_response"]
    whole = response.startswith("Warning: truncated output") and any(
        notice in response for notice in ("tokens truncated", "chars truncated")
    )
    return "" if whole else f"it starts with {response[:60]!r}"


def _middle(seen: Seen) -> str:
    [call] = seen.calls("cut-in-the-middle", "PostToolUse")
    found = [word for word in ("start-1", "start-2") if word in call["tool_response"]]
    return "" if found == ["start-1"] else f"it holds {', '.join(found) or 'neither'}"


def _polled(seen: Seen) -> str:
    begun, ended = seen.calls("slow-and-polled")
    if ended["tool_use_id"] != begun["tool_use_id"] or "protocolVersion" not in ended["tool_response"]:
        return said(ended)
    never = [each["hook_event_name"] for each in seen.calls("slow-never-polled")]
    return "" if never == ["PreToolUse"] else f"of a call that was never polled: {', '.join(never)}"


def _before_a_yield(seen: Seen) -> str:
    begun, ended = seen.calls("output-before-a-yield")
    if ended["tool_use_id"] != begun["tool_use_id"] or ended["turn_id"] == begun["turn_id"]:
        return f"its end: {said(ended)}"
    return "" if ended["tool_response"] == "late\n" else f"its response is {ended['tool_response']!r}"


def _interrupted(seen: Seen) -> str:
    first, second = seen.calls("interrupted", "PreToolUse")
    ended = [each["tool_use_id"] for each in seen.calls("interrupted", "PostToolUse")]
    if second["tool_use_id"] not in ended:
        return "the next turn's call has no PostToolUse either"
    late = first["tool_use_id"] in ended
    return "a PostToolUse under its id, with the whole output, after the next turn's call began" if late else ""


def _terminal(seen: Seen) -> str:
    [call] = seen.calls("pty", "PostToolUse")
    return "" if call["tool_response"].endswith("}\r\n") else f"it ends with {call['tool_response'][-4:]!r}"


def _workdir(seen: Seen) -> str:
    calls = seen.calls("workdir")
    others = sorted({each["cwd"] for each in calls} - {"/home/dev/project/sub"})
    if wrong := count(len(calls), 2, "tool payloads"):
        return wrong
    return f"it is {', '.join(others)}, the session's" if others else ""


def _whole(seen: Seen) -> str:
    for scenario in ("not-shown", "shown-in-part"):
        [call] = seen.calls(scenario, "PostToolUse")
        if not call["tool_response"].endswith("}\n"):
            return f"in {scenario}: {call['tool_response'][-40:]!r}"
    return ""


def _at_once(seen: Seen) -> str:
    events = [each["hook_event_name"] for each in seen.calls("parallel-calls")]
    if len(events) != 4:
        raise NotApplicable(f"not two calls: {', '.join(events)}")
    return "" if events[:2] == ["PreToolUse", "PreToolUse"] else "one call ends before the next begins"


_COUNTS_NOT = "tests/host/test_reads_that_do_not_count.py"
_REACHES = "tests/host/test_reads_reach_children.py"

CALL_FACTS = (
    Fact(
        "shell-calls",
        'Shell calls are `tool_name: "Bash"`; `tool_input.command` is the script text.',
        "direct",
        "R14.4",
        _REACHES,
        _shell_calls,
    ),
    Fact(
        "rewritten-commands",
        "Another plugin's `PreToolUse` may rewrite the command: handlers of `PreToolUse` see the original, those of "
        "`PostToolUse` the text that ran. Lorelum's own plugin prefixes two `export` statements.",
        "rewritten-by-another-plugin",
        "R14.4",
        "tests/host/test_beside_other_plugins.py",
        _rewritten,
    ),
    Fact(
        "response-is-a-string",
        "`tool_response` of a shell call is one string, standard output and error interleaved, without an exit status.",
        "stderr-mixed, not-found, direct",
        "R14.5",
        _COUNTS_NOT,
        _one_string,
    ),
    Fact(
        "long-output-is-cut",
        "Long output is cut in the middle and starts with `Warning: truncated output`; the cut says `tokens "
        "truncated` or `chars truncated`.",
        "truncated-output",
        "R14.5",
        _COUNTS_NOT,
        _cut,
    ),
    Fact(
        "later-output-is-lost-in-the-cut",
        "**Lost:** of several long outputs in one command, what stands before the second falls into the cut.",
        "cut-in-the-middle",
        "R25",
        "tests/host/test_sealed_reads.py",
        _middle,
    ),
    Fact(
        "slow-calls",
        "A call that outlives its first yield has its `PostToolUse` under its first id when a later poll sees it end; "
        "never polled, it has none.",
        "slow-and-polled, slow-never-polled",
        "R14.3",
        _COUNTS_NOT,
        _polled,
    ),
    Fact(
        "output-before-a-yield",
        "**Lost:** what a call printed before its first yield is not in the `tool_response` of its end, so a receipt "
        "printed then is seen by no hook. Printed after the yield, it is there when the call is polled to its end, in "
        "whatever turn.",
        "output-before-a-yield",
        "R25",
        "tests/host/test_sealed_reads.py",
        _before_a_yield,
    ),
    Fact(
        "interrupted",
        "An interrupted turn leaves a `PreToolUse` without a `PostToolUse`.",
        "interrupted",
        "R14.3, R11",
        _COUNTS_NOT,
        _interrupted,
    ),
    Fact("terminals", "A terminal turns line breaks into CR LF.", "pty", "R14.5", _REACHES, _terminal),
    Fact(
        "folder-of-a-call",
        "The `cwd` of tool hooks is the call's own working folder. (Nothing rests on it.)",
        "workdir",
        "",
        "",
        _workdir,
    ),
    Fact(
        "whole-output-of-nested-calls",
        "Code mode shows a hook the whole output of a nested call, whatever part of it the script then prints.",
        "shown-in-part, not-shown",
        "R14.5",
        _REACHES,
        _whole,
    ),
    Fact(
        "calls-at-once",
        "Of two calls at once both may begin before either ends.",
        "parallel-calls",
        "R14.3",
        _REACHES,
        _at_once,
    ),
)
