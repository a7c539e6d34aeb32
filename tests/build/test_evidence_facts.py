"""Each fact of docs/evidence.md is judged by what was seen: it fails where that is otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from evidence import result
from evidence.fact import Fact, Judgement, Recording, Seen, Verdict, judged
from evidence.facts import FACTS, JUDGED
from evidence.lab import DELEGATION, EVIDENCE
from evidence.modes import CODE, MODES
from evidence.plugin_facts import REFUSED
from evidence.plugin_trials import UNPROVEN
from evidence.update_trials import CHANGES
from hosts.evidence import FIXTURES

Payload = dict[str, Any]
FACT = {fact.name: fact for fact in FACTS}
NOT_KEPT = {
    "context-arrives",
    "later-output-is-lost-in-the-cut",
    "a-read-reaches-a-child",
    "nothing-without-proof",
    "a-rewound-read-is-not-told",
    "a-sealed-read-reaches-a-child",
    "several-sealed-reads",
    "no-hook-fails",
    "doctor-agrees",
    "any-file-asks-for-trust",
    "a-refused-hook-is-reported",
    "a-definition-asks-for-trust",
    "removal-is-silent",
    "relative-marketplace",
}
"""Facts that are judged by more than stored payloads."""


@cache
def stored(version: str, mode: str) -> Seen:
    """What was seen of a build in one mode, as far as it is stored."""
    found = {
        path.stem.removeprefix(f"{mode}."): Recording(tuple(path.read_text(encoding="utf-8").splitlines()))
        for path in (FIXTURES / f"codex-{version}").glob(f"{mode}.*.jsonl")
    }
    return Seen(found, {"cut-in-the-middle": "not stored"}, version, mode)


def by(**recordings: Recording) -> Seen:
    """The newest build in code mode, with some recordings otherwise."""
    usual = stored("0.171.0", CODE)
    named = {name.replace("_", "-"): recording for name, recording in recordings.items()}
    return replace(usual, recordings={**usual.recordings, **named}, absent={})


def altered(scenario: str, change: Callable[[list[Payload]], object]) -> Seen:
    """The newest build, the payloads of one scenario changed in place."""
    payloads = stored("0.171.0", "code-mode").recordings[scenario].payloads
    change(payloads)
    return by(**{scenario: Recording(tuple(map(json.dumps, payloads)))})


def setting(scenario: str, field: str, value: object, event: str, number: int = 0) -> Callable[[], Seen]:
    """Sets a field of one payload, the `number`th of that event."""

    def change(payloads: list[Payload]) -> None:
        chosen = [
            each for each in payloads if each["hook_event_name"] == event and each.get("tool_name") != "spawn_agent"
        ]
        chosen[number][field] = value

    return lambda: altered(scenario, change)


def without(scenario: str, field: str, event: str, number: int = 0) -> Callable[[], Seen]:
    def change(payloads: list[Payload]) -> None:
        [each for each in payloads if each["hook_event_name"] == event][number].pop(field)

    return lambda: altered(scenario, change)


def dropping(scenario: str, event: str, number: int = -1) -> Callable[[], Seen]:
    """Takes a payload out."""

    def change(payloads: list[Payload]) -> None:
        payloads.remove([each for each in payloads if each["hook_event_name"] == event][number])

    return lambda: altered(scenario, change)


def moving_last(scenario: str, event: str) -> Callable[[], Seen]:
    """Has the first payload of an event come last."""

    def change(payloads: list[Payload]) -> None:
        chosen = next(each for each in payloads if each["hook_event_name"] == event)
        payloads.remove(chosen)
        payloads.append(chosen)

    return lambda: altered(scenario, change)


def answering(scenario: str, *responses: tuple[str, str]) -> Callable[[], Seen]:
    """Replaces text in every response of a scenario."""

    def change(payloads: list[Payload]) -> None:
        for payload in payloads:
            for old, new in responses:
                if "tool_response" in payload:
                    payload["tool_response"] = payload["tool_response"].replace(old, new)

    return lambda: altered(scenario, change)


def commanding(scenario: str, event: str) -> Callable[[], Seen]:
    return setting(scenario, "tool_input", {"command": "another"}, event)


OTHER = "01900000-0000-7000-8000-00000000ffff"
PATH = "/home/dev/.codex/sessions/other.jsonl"
RAN = {"runs": ["completed"], "ran": ["first"]}
BLOCKED = {"runs": [REFUSED], "ran": []}
UPDATE = {"trusted": RAN, "running": BLOCKED, "new": BLOCKED, "trust": ["modified"]}
ALL_CHANGES = dict.fromkeys(CHANGES, UPDATE)
IN_PATH = "/usr/bin/codex, version 0.171.0, home /home/dev/.codex"
GOOD_PLUGIN = {
    "at once": [DELEGATION],
    "unproven": dict.fromkeys(UNPROVEN, ()),
    "rewound": [],
    "sealed": [DELEGATION],
    "sealed, several and long": [EVIDENCE, DELEGATION],
    "hooks": [f"{event} completed" for event in ("postToolUse", "preToolUse", "sessionStart", "subagentStart")],
    "doctor": {"codex": ["trusted"], "failures": [], "host": [IN_PATH, "tried with 0.171.0"]},
}
NOTHING: dict[str, Any] = {"runs": [], "ran": []}
GONE = {"installed": RAN, "removed": NOTHING}


def plugin(**also: Any) -> Callable[[], Seen]:
    return lambda: by(
        plugin=Recording((), {**GOOD_PLUGIN, **{name.replace("_", " "): value for name, value in also.items()}})
    )


def updates(changes: Mapping[str, Any] = ALL_CHANGES, removal: Mapping[str, Any] = GONE) -> Callable[[], Seen]:
    return lambda: by(updates=Recording((), {"changes": changes, "removal": removal}))


def update(what: str, **otherwise: Any) -> Callable[[], Seen]:
    return updates({**ALL_CHANGES, what: {**UPDATE, **otherwise}})


def cut(response: str) -> Callable[[], Seen]:
    ended = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": response}
    return lambda: by(cut_in_the_middle=Recording((json.dumps(ended),)))


def told(*messages: str) -> Callable[[], Seen]:
    lines = stored("0.171.0", "code-mode").recordings["child"].lines
    return lambda: by(child=Recording(lines, {"told": list(messages)}))


def git(said: str) -> Callable[[], Seen]:
    return lambda: by(relative_marketplace=Recording((), {"git": said}))


OTHERWISE: dict[str, Callable[[], Seen]] = {
    "subagents-are-marked": without("child", "agent_type", "PostToolUse", -1),
    "subagent-start": setting("child", "session_id", OTHER, "SubagentStart"),
    "context-arrives": told(),
    "shell-calls": setting("direct", "tool_name", "Shell", "PreToolUse"),
    "transcript-of-the-root": setting("resume", "transcript_path", PATH, "PreToolUse", 1),
    "review-thread": setting("review", "agent_id", OTHER, "PreToolUse", 1),
    "ephemeral-root": setting("ephemeral", "transcript_path", PATH, "PostToolUse"),
    "rewinding": dropping("reverted", "SessionStart"),
    "rewritten-commands": commanding("rewritten-by-another-plugin", "PostToolUse"),
    "spawned-at-once": moving_last("spawn-at-once", "PostToolUse"),
    "response-is-a-string": setting("stderr-mixed", "exit_code", 3, "PostToolUse"),
    "long-output-is-cut": answering("truncated-output", ("truncated", "shortened")),
    "later-output-is-lost-in-the-cut": cut("start-1 start-2"),
    "slow-calls": setting("slow-and-polled", "tool_use_id", "exec-0002", "PostToolUse"),
    "output-before-a-yield": setting("output-before-a-yield", "tool_response", "early\nlate\n", "PostToolUse"),
    "interrupted": setting("interrupted", "tool_use_id", "exec-0001", "PostToolUse"),
    "compacting": setting("compact", "source", "startup", "SessionStart", 1),
    "resuming": setting("resume", "session_id", OTHER, "SessionStart", 1),
    "forking": setting("fork", "source", "startup", "SessionStart", 1),
    "clearing": setting("clear", "source", "startup", "SessionStart", 1),
    "session-end": dropping("fork", "SessionEnd"),
    "terminals": answering("pty", ("\r\n", "\n")),
    "folder-of-a-call": setting("workdir", "cwd", "/home/dev/project", "PostToolUse"),
    "whole-output-of-nested-calls": answering("not-shown", ("}", "")),
    "calls-at-once": moving_last("parallel-calls", "PreToolUse"),
    "session-variable": setting("ids", "session_id", OTHER, "PostToolUse"),
    "thread-variable": answering(
        "ids", ("variables 01900000-0000-7000-8000-000000000001 0190", "variables x none 0190")
    ),
    "call-variable": setting("ids", "tool_use_id", "exec-0099", "PostToolUse"),
    "thread-of-the-root": setting("ids-of-an-ephemeral-root", "session_id", OTHER, "PostToolUse"),
    "core-environment": answering("core-environment", (" none", " /home/dev/lab/state")),
    "standard-error-everywhere": answering("stderr-everywhere", ("login-error\n", "")),
    "state-in-a-sandbox": answering("sandbox-and-state", ("refused", "written")),
    "a-read-reaches-a-child": plugin(at_once=[]),
    "nothing-without-proof": plugin(unproven={**dict.fromkeys(UNPROVEN, ()), "forged": [DELEGATION]}),
    "a-rewound-read-is-not-told": plugin(rewound=[DELEGATION]),
    "a-sealed-read-reaches-a-child": plugin(sealed=[]),
    "several-sealed-reads": plugin(**{"sealed, several and long": [DELEGATION]}),
    "no-hook-fails": plugin(hooks=[*GOOD_PLUGIN["hooks"], "preToolUse failed"]),
    "doctor-agrees": plugin(doctor={"codex": ["trusted"], "failures": ["hooks-not-listed"], "host": [IN_PATH]}),
    "any-file-asks-for-trust": update("a document", new=RAN),
    "a-refused-hook-is-reported": update("the version", new={"runs": [], "ran": []}),
    "a-definition-asks-for-trust": update("hooks.json", trust=["trusted"]),
    "removal-is-silent": updates(removal={"installed": RAN, "removed": RAN}),
    "relative-marketplace": git("it took the folder"),
}
"""For each fact something seen by which it does not hold."""

AS_IT_IS = {
    "context-arrives": told("what the recorder says to a child"),
    "later-output-is-lost-in-the-cut": cut("start-1"),
    "relative-marketplace": git("clone https://github.com/a/b.git somewhere"),
    **dict.fromkeys([name for name in NOT_KEPT if FACT[name].seen_in == "the plugin"], plugin()),
    **dict.fromkeys([name for name in NOT_KEPT if FACT[name].seen_in == "updates"], updates()),
}


@pytest.mark.parametrize("name", [fact.name for fact in JUDGED])
def test_a_fact_holds_by_what_was_seen_and_not_by_something_else(name: str) -> None:
    assert judged(FACT[name], AS_IT_IS.get(name, by)()) == Judgement(Verdict.HOLDS)
    otherwise = judged(FACT[name], OTHERWISE[name]())
    assert otherwise.verdict == Verdict.FAILS
    assert otherwise.seen


@pytest.mark.parametrize("run", result.load(), ids=lambda run: run.version)
def test_the_stored_payloads_give_the_stored_verdicts(run: result.Run) -> None:
    for mode, came_to in run.modes.items():
        facts = [fact for fact in JUDGED if fact.name not in NOT_KEPT]
        found = {fact.name: judged(fact, stored(run.version, mode)) for fact in facts}
        assert found == {name: came_to.judgements[name] for name in found}


def test_what_could_not_be_played_is_not_judged() -> None:
    seen = Seen({}, {"reverted": "unknown variant `thread/revert`"})
    assert judged(FACT["rewinding"], seen) == Judgement(Verdict.NOT_APPLICABLE, "unknown variant `thread/revert`")
    assert judged(FACT["forking"], seen).verdict == Verdict.NOT_APPLICABLE


def emptied(value: Any) -> Any:
    """The same names, and nothing seen under any."""
    return {name: emptied(each) for name, each in value.items()} if isinstance(value, Mapping) else type(value)()


def as_it_is(name: str) -> Seen:
    """By which the fact holds; the plugin's trials and the updates are there for every fact."""
    trials = plugin()().recordings["plugin"], updates()().recordings["updates"]
    seen = AS_IT_IS.get(name, by)()
    return replace(seen, recordings={"plugin": trials[0], "updates": trials[1], **seen.recordings})


@pytest.mark.parametrize("fact", JUDGED, ids=lambda fact: fact.name)
def test_what_shows_nothing_shows_no_fact(fact: Fact) -> None:
    seen = as_it_is(fact.name)
    for name in (*seen.recordings, None):
        chosen = {name} if name else {*seen.recordings}
        nothing = {one: Recording((), emptied(seen.recordings[one].also)) for one in chosen}
        unnamed = {one: Recording((), {}) for one in chosen}
        gone = {one: recording for one, recording in seen.recordings.items() if one not in chosen}
        needed = name is None or name in needs(fact)
        for less in ({**seen.recordings, **nothing}, {**seen.recordings, **unnamed}, gone):
            for mode in MODES if name is None else (CODE,):
                verdict = judged(fact, replace(seen, recordings=less, mode=mode)).verdict
                assert (verdict == Verdict.HOLDS) is not needed, name


def needs(fact: Fact) -> set[str]:
    """The recordings that a fact is judged by, as its row of the page names them."""
    where = {"the plugin": "plugin", "git's arguments": "relative-marketplace"}
    return {where.get(one, one) for one in fact.seen_in.split(", ")}


PARTS = [
    *[("nothing-without-proof", "plugin", "unproven", kind) for kind in UNPROVEN],
    *[
        (fact, "updates", "changes", kind)
        for fact in ("any-file-asks-for-trust", "a-refused-hook-is-reported", "a-definition-asks-for-trust")
        for kind in CHANGES
    ],
    ("removal-is-silent", "updates", "removal", "installed"),
]


@pytest.mark.parametrize(("fact", "recording", "outcome", "part"), PARTS)
def test_every_part_of_a_trial_must_have_been_tried(fact: str, recording: str, outcome: str, part: str) -> None:
    seen = as_it_is(fact)
    also = seen.recordings[recording].also
    for less in (
        {name: value for name, value in also[outcome].items() if name != part},
        {**also[outcome], part: RAN if outcome == "unproven" else emptied(also[outcome][part])},
    ):
        changed = Recording((), {**also, outcome: less})
        assert judged(FACT[fact], replace(seen, recordings={**seen.recordings, recording: changed})).verdict != "holds"


@pytest.mark.parametrize("event", ["sessionStart", "preToolUse", "postToolUse", "subagentStart"])
def test_that_no_hook_fails_is_seen_only_where_each_ran(event: str) -> None:
    ran = [run for run in GOOD_PLUGIN["hooks"] if not run.startswith(event)]
    assert judged(FACT["no-hook-fails"], plugin(hooks=ran)()).verdict == Verdict.FAILS


@pytest.mark.parametrize(
    "host",
    [
        [],
        [IN_PATH],
        [IN_PATH, "not tried itself; 0.165.0 and 0.171.0 were"],
        [IN_PATH, "tried with 0.171.0", "it lacks something"],
        [IN_PATH.replace("0.171.0", "0.165.0"), "tried with 0.171.0"],
    ],
)
def test_doctor_agrees_if_it_says_exactly_what_is_known_of_this_version(host: list[str]) -> None:
    said = plugin(doctor={"codex": ["trusted"], "failures": [], "host": host})
    assert judged(FACT["doctor-agrees"], said()).verdict == Verdict.FAILS


@pytest.mark.parametrize("who", ["root", "child", "grandchild", "reviewer"])
@pytest.mark.parametrize(
    ("fact", "scenario"),
    [
        *[(name, "ids") for name in ("session-variable", "thread-variable", "call-variable", "thread-of-the-root")],
        ("thread-of-the-root", "ids-of-an-ephemeral-root"),
    ],
)
def test_a_variable_is_judged_by_every_member_of_the_family(fact: str, scenario: str, who: str) -> None:
    def change(payloads: list[Payload]) -> None:
        payloads[:] = [each for each in payloads if f"# {who}, " not in json.dumps(each.get("tool_input"))]

    assert judged(FACT[fact], altered(scenario, change)).verdict == Verdict.FAILS


@pytest.mark.parametrize("scenario", ["direct", "child", "compact", "resume", "fork"])
def test_a_transcript_is_judged_by_the_calls_of_each_scenario(scenario: str) -> None:
    for event in ("PreToolUse", "PostToolUse"):
        assert judged(FACT["transcript-of-the-root"], dropping(scenario, event, 0)()).verdict == Verdict.FAILS


def test_payloads_of_another_shape_do_not_show_a_fact() -> None:
    assert judged(FACT["resuming"], altered("resume", lambda payloads: payloads.clear())).verdict == Verdict.FAILS
    unnamed = altered("direct", lambda payloads: [each.pop("tool_input", None) for each in payloads])
    assert "another shape" in judged(FACT["shell-calls"], unnamed).seen
