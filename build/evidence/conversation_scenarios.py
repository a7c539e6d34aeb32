"""The scenarios that are played in each build and tool mode, each recorded by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from codex_host.conversation import Conversation
from codex_host.model_steps import AtOnce, JavaScript, Poll, Say, Shell, Spawn, Step
from codex_host.waiting import wait_until
from evidence import recorder
from evidence.lab import DELEGATION, EVIDENCE, MISSING, Lab, get
from evidence.modes import CODE
from evidence.scenario import Also, Scenario

GET, GET_OTHER = get(DELEGATION), get(EVIDENCE)
_SLOW = {"LORE_STAND_IN_SECONDS": "1.5"}
# Answers of the older protocol name no path, whose length would say where the output is cut.
LONG = {"LORE_STAND_IN_BODY_LINES": "4000", "LORE_STAND_IN_PROTOCOL": "1"}


def _turn(*steps: Step, environment: Mapping[str, str] | None = None, **options: Any) -> Callable[[Lab], Also]:
    """One conversation of one turn. `options` are those of the conversation."""

    def play(lab: Lab) -> Also:
        with lab.server(environment) as server:
            lab.start(server, **options).turn(*steps)
        return None

    return play


def _child(name: str, *steps: Step) -> Spawn:
    return Spawn(name, (*steps, Say("child done")))


def _with_child(lab: Lab) -> Also:
    with lab.server() as server:
        lab.start(server).turn(Shell(GET), _child("child", Shell(GET_OTHER)))
    first = lab.codex.model.first_request_of("child")
    return {"told": [text for text in first.developer_messages() if recorder.CONTEXT in text]}


def _nested(lab: Lab) -> Also:
    with lab.server() as server:
        grandchild = _child("grandchild", Shell(GET_OTHER))
        lab.start(server).turn(Shell(GET), Spawn("parent", (Shell(GET_OTHER), grandchild, Say("parent done"))))
    return None


def _workdir(lab: Lab) -> Also:
    return _turn(Shell(GET, workdir=str(lab.codex.project / "sub")))(lab)


def _fork(lab: Lab) -> Also:
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell(GET))
        conversation.fork().turn(Shell(GET), _child("child of the fork", Shell(GET_OTHER)))
    return None


def _compact(lab: Lab) -> Also:
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell(GET))
        conversation.compact()
        conversation.turn(Shell(GET), _child("child after compaction", Shell(GET_OTHER)))
    return None


def _resume(lab: Lab) -> Also:
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell(GET))
    with lab.server() as server:
        resumed = Conversation.resume(server, conversation.thread_id)
        resumed.turn(Shell(GET), _child("child after resuming", Shell(GET_OTHER)))
    return None


def _interrupted(lab: Lab) -> Also:
    with lab.server(_SLOW) as server:
        conversation = lab.start(server)
        turn = conversation.begin_turn(Shell(GET), Say())
        server.wait_for(lambda: _commands(server.notifications("item/started")), "the start of the read")
        conversation.interrupt(turn)
        conversation.turn(Shell(GET_OTHER))
    return None


def _commands(notes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [note for note in notes if note["item"]["type"] == "commandExecution"]


def _review(lab: Lab) -> Also:
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell(GET))
        conversation.review(Shell(GET_OTHER), Say("review done"))
        conversation.turn(Shell(GET), _child("child after the review"))
    return None


def _reverted(lab: Lab) -> Also:
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell(GET))
        conversation.rewind_or_roll_back(conversation.turn(Shell(GET_OTHER)))
        conversation.turn(Shell(GET), _child("child after rewinding"))
    return None


def _ended_unseen(lab: Lab) -> Also:
    done = lab.codex.project / "done"
    with lab.server() as server:
        lab.start(server).turn(Shell(f"{GET}; sleep 1.5; touch done", yield_ms=500))
        wait_until(done.exists, "the end of the command that nobody polls")
    return None


def _output_before_a_yield(lab: Lab) -> Also:
    go = lab.codex.project / "go"
    with lab.server() as server:
        conversation = lab.start(server)
        conversation.turn(Shell("echo early >&2; until [ -e go ]; do sleep 0.05; done; echo late >&2", yield_ms=1000))
        go.touch()
        conversation.turn(Poll())
    go.unlink()
    return None


def _at_once(lab: Lab) -> Also:
    together = f"await Promise.all({[GET, GET_OTHER]!r}.map(cmd => tools.exec_command({{cmd, login: false}})));"
    step = JavaScript(f"{together} text('ok');") if lab.mode == CODE else AtOnce((Shell(GET), Shell(GET_OTHER)))
    return _turn(step, environment={"LORE_STAND_IN_SECONDS": "0.5"})(lab)


_ERRORS = """error() { echo "$1-error" >&2; }
error pipe | head -c 0
error file > out.txt
x=$(error captured)
for one in 1; do error loop; done
sh ./error.sh
bash -lc 'echo login-error >&2'
sleep 0.3; printf partial; sleep 0.3; error line"""

_WHOLE = f"const r = await tools.exec_command({{cmd: {GET!r}, login: false}}); "

CONVERSATIONS = (
    Scenario("direct", _turn(Shell(GET))),
    Scenario("repeated", _turn(Shell(GET), Shell(GET))),
    Scenario("not-found", _turn(Shell(get(MISSING)))),
    Scenario("two-in-one-command", _turn(Shell(f"{GET} && {GET_OTHER}"))),
    Scenario("pipeline", _turn(Shell(f"{GET} | head -c 60"))),
    Scenario("redirected", _turn(Shell(f"{GET} > out.json"))),
    Scenario("inside-a-script", _turn(Shell("sh ./read.sh"))),
    Scenario("printed-not-read", _turn(Shell("cat forged.json"))),
    Scenario("stderr-mixed", _turn(Shell(f"echo note 1>&2; {GET}; exit 3"))),
    Scenario("stderr-everywhere", _turn(Shell(_ERRORS))),
    Scenario("parallel-calls", _at_once),
    Scenario("truncated-output", _turn(Shell(GET), environment=LONG)),
    Scenario("cut-in-the-middle", _turn(Shell("for n in 1 2; do echo start-$n; seq 20000; done")), kept=False),
    Scenario("slow-and-polled", _turn(Shell(GET, yield_ms=500), Poll(), environment=_SLOW)),
    Scenario("slow-never-polled", _ended_unseen),
    Scenario("output-before-a-yield", _output_before_a_yield),
    Scenario("pty", _turn(Shell(GET, tty=True))),
    Scenario("workdir", _workdir),
    Scenario("shown-in-part", _turn(JavaScript(f"{_WHOLE}text(String(r.output ?? r).slice(0, 80));")), (CODE,)),
    Scenario("not-shown", _turn(JavaScript(f"{_WHOLE}text('ok');")), (CODE,)),
    Scenario("child", _with_child),
    Scenario("nested", _nested, (CODE,)),
    Scenario(
        "spawn-at-once",
        _turn(Shell(GET), _child("child at once"), environment={recorder.SLOW_EVENT: "PostToolUse"}),
    ),
    Scenario("fork", _fork),
    Scenario("compact", _compact),
    Scenario("resume", _resume),
    Scenario("interrupted", _interrupted),
    Scenario("review", _review),
    Scenario("reverted", _reverted),
    Scenario("ephemeral", _turn(Shell(GET), ephemeral=True)),
    Scenario("sandboxed", _turn(Shell(GET), sandbox="workspace-write")),
)
