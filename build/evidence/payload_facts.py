"""Facts about events and their payloads."""

from __future__ import annotations

from collections.abc import Iterable

from evidence import recorder
from evidence.conversation_scenarios import GET
from evidence.fact import Fact, Judge, NotApplicable, Seen
from evidence.neutral import Payload

_TOOL_EVENTS = ("PreToolUse", "PostToolUse")


def _said(payload: Payload) -> str:
    """A payload in few words."""
    fields = ("hook_event_name", "session_id", "agent_id", "turn_id", "transcript_path", "source")
    return ", ".join(f"{name} {str(payload[name])[-17:]}" for name in fields if name in payload)


def _first(wrong: Iterable[Payload], what: str) -> str:
    """What is wrong with the first of these payloads; "" if there are none."""
    return next((f"{what}: {_said(payload)}" for payload in wrong), "")


def _count(found: int, wanted: int, what: str) -> str:
    return "" if found == wanted else f"{found} {what} and not {wanted}"


def _marks(seen: Seen) -> str:
    wrong = ""
    for scenario, agents in (("child", 1), ("nested", 2)):
        if scenario not in seen.recordings and scenario == "nested":
            continue
        payloads = seen.payloads(scenario)
        root = payloads[0]["session_id"]
        calls = seen.calls(scenario)
        wrong = wrong or _first((each for each in payloads if each["session_id"] != root), "another session_id")
        names = {each["agent_id"] for each in payloads if each["hook_event_name"] == "SubagentStart"}
        wrong = wrong or _count(len(names), agents, "agents started")
        marked = [each for each in calls if "agent_id" in each or "agent_type" in each]
        wrong = wrong or _first((each for each in marked if each.get("agent_id") not in names), "not the child's id")
        wrong = wrong or _first((each for each in marked if not each.get("agent_type")), "no agent_type")
        wrong = wrong or _count(len(marked), 2 * agents, f"marked tool payloads in {scenario}")
        wrong = wrong or _count(len(calls) - len(marked), 2, f"tool payloads without marks in {scenario}")
    return wrong


def _child_start(seen: Seen) -> str:
    [start] = seen.payloads("child", "SubagentStart")
    root = seen.payloads("child", "SessionStart")[0]["session_id"]
    if start["session_id"] != root or start.get("agent_id") in (None, "", root):
        return _said(start)
    wrong = [name for name in ("message", "prompt", "parent_agent_id") if name in start]
    return f"it carries more: {', '.join(wrong)}" if wrong else ""


def _context(seen: Seen) -> str:
    told = seen.also("child", "told")
    return _count(len(told), 1, f"developer messages of the child's first request with {recorder.CONTEXT!r}")


def _shell_calls(seen: Seen) -> str:
    calls = seen.calls("direct")
    wrong = _count(len(calls), 2, "tool payloads with the name Bash")
    return wrong or _first((each for each in calls if each["tool_input"]["command"] != GET), "another command")


def _transcript(seen: Seen) -> str:
    for scenario in ("direct", "child", "compact", "resume", "fork"):
        current: dict[str, object] = {}
        for payload in seen.payloads(scenario):
            session = payload["session_id"]
            if payload["hook_event_name"] == "SessionStart":
                current[session] = payload["transcript_path"]
                continue
            of_root = payload["hook_event_name"] in _TOOL_EVENTS and "agent_id" not in payload
            if of_root and (not payload["transcript_path"] or payload["transcript_path"] != current[session]):
                return f"in {scenario}: {_said(payload)}"
    return ""


def _review(seen: Seen) -> str:
    calls = seen.calls("review")
    start = seen.payloads("review", "SessionStart")[0]
    others = [each for each in calls if each["transcript_path"] != start["transcript_path"]]
    wrong = _first((each for each in calls if each["session_id"] != start["session_id"]), "another session_id")
    wrong = wrong or _first((each for each in others if "agent_id" in each), "marked as a subagent's")
    return wrong or _count(len(others), 2, "tool payloads with another transcript_path")


def _ephemeral(seen: Seen) -> str:
    payloads = seen.payloads("ephemeral", "SessionStart", *_TOOL_EVENTS)
    return _first((each for each in payloads if each["transcript_path"] is not None), "it has one")


def _rewound(seen: Seen) -> str:
    starts = seen.payloads("reverted", "SessionStart")
    if len(starts) != 2:
        return f"{len(starts)} SessionStart in all: rewinding sends none"
    first, second = starts
    same = first["session_id"] == second["session_id"] and second["source"] == "resume"
    return "" if same and first["transcript_path"] != second["transcript_path"] else _said(second)


def _rewritten(seen: Seen) -> str:
    [before] = seen.calls("rewritten-by-another-plugin", "PreToolUse")
    [after] = seen.calls("rewritten-by-another-plugin", "PostToolUse")
    if before["tool_input"]["command"] != GET:
        return f"PreToolUse: {before['tool_input']['command']!r}"
    ran = after["tool_input"]["command"]
    as_rewritten = ran.endswith(f"\n{GET}") and ran.count("export ") == 2 and ran.startswith("export LORELUM_HOST_KEY=")
    return "" if as_rewritten else f"PostToolUse: {ran!r}"


def _spawn_at_once(seen: Seen) -> str:
    events = [each for each in seen.payloads("spawn-at-once") if each.get("tool_name") in ("Bash", None)]
    names = [each["hook_event_name"] for each in events]
    return "" if names.index("PostToolUse") < names.index("SubagentStart") else ", ".join(names)


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
        return _said(ended)
    return _count(len(seen.calls("slow-never-polled", "PostToolUse")), 0, "ends of a call that was never polled")


def _before_a_yield(seen: Seen) -> str:
    begun, ended = seen.calls("output-before-a-yield")
    if ended["tool_use_id"] != begun["tool_use_id"] or ended["turn_id"] == begun["turn_id"]:
        return f"its end: {_said(ended)}"
    return "" if ended["tool_response"] == "late\n" else f"its response is {ended['tool_response']!r}"


def _interrupted(seen: Seen) -> str:
    first = seen.calls("interrupted")[0]
    ends = [each for each in seen.calls("interrupted", "PostToolUse") if each["tool_use_id"] == first["tool_use_id"]]
    return "a PostToolUse under its id, with the whole output, after the next turn's call began" if ends else ""


def _kept(scenario: str, source: str) -> Judge:
    def judge(seen: Seen) -> str:
        first, second = seen.payloads(scenario, "SessionStart")
        same = first["session_id"] == second["session_id"]
        return "" if same and second["source"] == source else _said(second)

    return judge


def _new(scenario: str, source: str) -> Judge:
    def judge(seen: Seen) -> str:
        first, second = seen.payloads(scenario, "SessionStart")
        other = first["session_id"] != second["session_id"]
        return "" if other and second["source"] == source else _said(second)

    return judge


def _ended(seen: Seen) -> str:
    starts, ends = seen.payloads("direct", "SessionStart"), seen.payloads("direct", "SessionEnd")
    wrong = _count(len(ends), len(starts), "SessionEnd")
    return wrong or _count(len(seen.payloads("fork", "SessionEnd")), 2, "SessionEnd of two threads")


def _terminal(seen: Seen) -> str:
    [call] = seen.calls("pty", "PostToolUse")
    return "" if call["tool_response"].endswith("}\r\n") else f"it ends with {call['tool_response'][-4:]!r}"


def _workdir(seen: Seen) -> str:
    others = sorted({each["cwd"] for each in seen.calls("workdir")} - {"/home/dev/project/sub"})
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
_APART = "tests/host/test_conversations_stay_apart.py"

PAYLOAD_FACTS = (
    Fact(
        "subagents-are-marked",
        "Tool hooks of a subagent carry `agent_id` and `agent_type`; the root's carry neither. All carry the root's "
        "`session_id`, a grandchild's too.",
        "child, nested",
        "R14.2, R17",
        _APART,
        _marks,
    ),
    Fact(
        "subagent-start",
        "`SubagentStart` carries the root's `session_id` and the child's `agent_id`; no parent's id and no task.",
        "child",
        "R17",
        _REACHES,
        _child_start,
    ),
    Fact(
        "context-arrives",
        "Its `additionalContext` arrives as a developer message before the child's first request.",
        "child",
        "R17, R18",
        _REACHES,
        _context,
    ),
    Fact(
        "shell-calls",
        'Shell calls are `tool_name: "Bash"`; `tool_input.command` is the script text.',
        "direct",
        "R14.4",
        _REACHES,
        _shell_calls,
    ),
    Fact(
        "transcript-of-the-root",
        "Every tool payload of the root carries the `transcript_path` of its latest `SessionStart`.",
        "direct, child, compact, resume, fork",
        "R14.1, R14.2",
        _COUNTS_NOT,
        _transcript,
    ),
    Fact(
        "review-thread",
        "A review thread has the root's `session_id`, no `agent_id`, and another `transcript_path`.",
        "review",
        "R14.2",
        _COUNTS_NOT,
        _review,
    ),
    Fact(
        "ephemeral-root", "An ephemeral root has `transcript_path` null.", "ephemeral", "R14.2", _COUNTS_NOT, _ephemeral
    ),
    Fact(
        "rewinding",
        'Rewinding keeps the `session_id` and sends `SessionStart` with `source: "resume"` and a new '
        "`transcript_path`.",
        "reverted",
        "R10",
        _APART,
        _rewound,
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
        "spawned-at-once",
        "A subagent spawned in the very next step starts after the `PostToolUse` handlers of the read have returned, "
        "slow ones too.",
        "spawn-at-once",
        "R12",
        _REACHES,
        _spawn_at_once,
    ),
    Fact(
        "response-is-a-string",
        "`tool_response` of a shell call is one string, standard output and error interleaved, without an exit status.",
        "stderr-mixed, not-found",
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
    Fact(
        "compacting",
        'Compacting keeps the `session_id` and sends `source: "compact"`.',
        "compact",
        "R10",
        _APART,
        _kept("compact", "compact"),
    ),
    Fact(
        "resuming",
        'Resuming keeps the `session_id` and sends `source: "resume"`.',
        "resume",
        "R10",
        _APART,
        _kept("resume", "resume"),
    ),
    Fact("forking", 'A fork has a new `session_id` and `source: "fork"`.', "fork", "R10", _APART, _new("fork", "fork")),
    Fact(
        "clearing",
        '`/clear` gives a new `session_id` and `source: "clear"`.',
        "clear",
        "R10",
        "tests/host/test_terminal_ui.py",
        _new("clear", "clear"),
    ),
    Fact(
        "session-end",
        "`SessionEnd` comes for every loaded thread when the process ends.",
        "direct, fork",
        "R10",
        "tests/host/conftest.py checks every run",
        _ended,
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
