"""Facts about conversations, their subagents and their sessions."""

from __future__ import annotations

from evidence import recorder
from evidence.fact import Fact, Judge, Seen
from evidence.modes import CODE
from evidence.payload_wording import count, first, said

_TOOL_EVENTS = ("PreToolUse", "PostToolUse")


def _marks(seen: Seen) -> str:
    wrong = ""
    for scenario, agents in {"child": 1, **({"nested": 2} if seen.mode == CODE else {})}.items():
        payloads = seen.payloads(scenario)
        root = payloads[0]["session_id"]
        calls = seen.calls(scenario)
        wrong = wrong or first((each for each in payloads if each["session_id"] != root), "another session_id")
        names = {each["agent_id"] for each in payloads if each["hook_event_name"] == "SubagentStart"}
        wrong = wrong or count(len(names), agents, "agents started")
        marked = [each for each in calls if "agent_id" in each or "agent_type" in each]
        wrong = wrong or first((each for each in marked if each.get("agent_id") not in names), "not the child's id")
        wrong = wrong or first((each for each in marked if not each.get("agent_type")), "no agent_type")
        wrong = wrong or count(len(marked), 2 * agents, f"marked tool payloads in {scenario}")
        wrong = wrong or count(len(calls) - len(marked), 2, f"tool payloads without marks in {scenario}")
    return wrong


def _child_start(seen: Seen) -> str:
    [start] = seen.payloads("child", "SubagentStart")
    root = seen.payloads("child", "SessionStart")[0]["session_id"]
    if start["session_id"] != root or start.get("agent_id") in (None, "", root):
        return said(start)
    wrong = [name for name in ("message", "prompt", "parent_agent_id") if name in start]
    return f"it carries more: {', '.join(wrong)}" if wrong else ""


def _context(seen: Seen) -> str:
    told = seen.also("child", "told")
    return count(len(told), 1, f"developer messages of the child's first request with {recorder.CONTEXT!r}")


def _transcript(seen: Seen) -> str:
    for scenario, reads in {"direct": 1, "child": 1, "compact": 2, "resume": 2, "fork": 2}.items():
        of_reads = [each for each in seen.calls(scenario) if "agent_id" not in each]
        if wrong := count(len(of_reads), 2 * reads, f"tool payloads of the root in {scenario}"):
            return wrong
        current: dict[str, object] = {}
        for payload in seen.payloads(scenario):
            session = payload["session_id"]
            if payload["hook_event_name"] == "SessionStart":
                current[session] = payload["transcript_path"]
                continue
            of_root = payload["hook_event_name"] in _TOOL_EVENTS and "agent_id" not in payload
            if of_root and (not payload["transcript_path"] or payload["transcript_path"] != current[session]):
                return f"in {scenario}: {said(payload)}"
    return ""


def _review(seen: Seen) -> str:
    calls = seen.calls("review")
    start = seen.payloads("review", "SessionStart")[0]
    others = [each for each in calls if each["transcript_path"] != start["transcript_path"]]
    wrong = first((each for each in calls if each["session_id"] != start["session_id"]), "another session_id")
    wrong = wrong or first((each for each in others if "agent_id" in each), "marked as a subagent's")
    return wrong or count(len(others), 2, "tool payloads with another transcript_path")


def _ephemeral(seen: Seen) -> str:
    payloads = [*seen.payloads("ephemeral", "SessionStart"), *seen.calls("ephemeral")]
    wrong = count(len(payloads), 3, "payloads of a start and a call")
    return wrong or first((each for each in payloads if each["transcript_path"] is not None), "it has one")


def _rewound(seen: Seen) -> str:
    starts = seen.payloads("reverted", "SessionStart")
    if len(starts) != 2:
        return f"{len(starts)} SessionStart in all: rewinding sends none"
    first, second = starts
    same = first["session_id"] == second["session_id"] and second["source"] == "resume"
    return "" if same and first["transcript_path"] != second["transcript_path"] else said(second)


def _spawn_at_once(seen: Seen) -> str:
    events = [each for each in seen.payloads("spawn-at-once") if each.get("tool_name") in ("Bash", None)]
    names = [each["hook_event_name"] for each in events]
    return "" if names.index("PostToolUse") < names.index("SubagentStart") else ", ".join(names)


def _kept(scenario: str, source: str) -> Judge:
    def judge(seen: Seen) -> str:
        first, second = seen.payloads(scenario, "SessionStart")
        same = first["session_id"] == second["session_id"]
        return "" if same and second["source"] == source else said(second)

    return judge


def _new(scenario: str, source: str) -> Judge:
    def judge(seen: Seen) -> str:
        first, second = seen.payloads(scenario, "SessionStart")
        other = first["session_id"] != second["session_id"]
        return "" if other and second["source"] == source else said(second)

    return judge


def _ended(seen: Seen) -> str:
    starts, ends = seen.payloads("direct", "SessionStart"), seen.payloads("direct", "SessionEnd")
    wrong = count(len(starts), 1, "SessionStart") or count(len(ends), 1, "SessionEnd")
    return wrong or count(len(seen.payloads("fork", "SessionEnd")), 2, "SessionEnd of two threads")


_COUNTS_NOT = "tests/host/test_reads_that_do_not_count.py"
_REACHES = "tests/host/test_reads_reach_children.py"
_APART = "tests/host/test_conversations_stay_apart.py"

CONVERSATION_FACTS = (
    Fact(
        "subagents-are-marked",
        "Tool hooks of a subagent carry `agent_id` and `agent_type`; the root's carry neither. All carry the root's "
        "`session_id`, a grandchild's too (code mode alone has one played).",
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
        "spawned-at-once",
        "A subagent spawned in the very next step starts after the `PostToolUse` handlers of the read have returned, "
        "slow ones too.",
        "spawn-at-once",
        "R12",
        _REACHES,
        _spawn_at_once,
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
    Fact(
        "rewinding",
        'Rewinding keeps the `session_id` and sends `SessionStart` with `source: "resume"` and a new '
        "`transcript_path`.",
        "reverted",
        "R10",
        _APART,
        _rewound,
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
)
