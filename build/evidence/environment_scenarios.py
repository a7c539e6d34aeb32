"""Scenarios about what the commands of a shell tool find around them: variables and a sandbox."""

from __future__ import annotations

from codex_host.conversation import Conversation
from codex_host.model_steps import Say, Shell, Spawn, Step
from evidence.lab import Lab
from evidence.modes import CODE
from evidence.scenario import Also, CannotPlay, Scenario, Surroundings

SANDBOXES = ("workspace-write", "read-only")
_VARIABLES = ("CODEX_SESSION_ID", "CODEX_THREAD_ID", "CODEX_TOOL_CALL_ID", "PRACTICE_LEDGER_HOME")
VARIABLES = "printf 'variables %s %s %s %s\\n' " + " ".join(f'"${{{name}:-none}}"' for name in _VARIABLES)
"""Prints a line of the three ids and the state's place, each `none` where it is not set."""


def _says(who: str) -> Shell:
    return Shell(f"{VARIABLES} # {who}")


def _family(lab: Lab, conversation: Conversation, where: str) -> None:
    """A root, a child, a grandchild if there can be one, and a reviewer each say what they find."""
    steps: tuple[Step, ...] = (_says(f"child, {where}"), Say("child done"))
    if lab.mode == CODE:
        grandchild = Spawn(f"grandchild, {where}", (_says(f"grandchild, {where}"), Say("grandchild done")))
        steps = (_says(f"child, {where}"), grandchild, Say("child done"))
    conversation.turn(_says(f"root, {where}"), Spawn(f"child, {where}", steps))
    conversation.review(_says(f"reviewer, {where}"), Say("review done"))


def _ids(lab: Lab) -> Also:
    for sandbox in SANDBOXES:
        with lab.server() as server:
            _family(lab, lab.start(server, sandbox=sandbox), sandbox)
    _check_sandbox(lab)
    return None


def _ids_of_an_ephemeral_root(lab: Lab) -> Also:
    with lab.server() as server:
        _family(lab, lab.start(server, ephemeral=True), "ephemeral")
    return None


def _core_environment(lab: Lab) -> Also:
    with lab.server() as server:
        lab.start(server).turn(_says("root, core"))
    return None


def _sandbox_and_state(lab: Lab) -> Also:
    kept = lab.codex.root / "kept"
    kept.mkdir(exist_ok=True)
    (kept / "file").write_text("kept text\n")
    for sandbox in SANDBOXES:
        write = f"if {{ echo x > '{kept}/{sandbox}'; }} 2>/dev/null; then echo written; else echo refused; fi"
        with lab.server() as server:
            lab.start(server, sandbox=sandbox).turn(Shell(f"cat '{kept}/file'; {write}"))
    _check_sandbox(lab)
    return None


def _check_sandbox(lab: Lab) -> None:
    """Raises `CannotPlay` where Codex's sandbox does not run commands on this machine."""
    outputs = [output for request in lab.codex.model.requests()[-1:] for output in request.tool_outputs()]
    if any("bwrap: " in output for output in outputs):
        raise CannotPlay(f"its sandbox does not run commands on this machine: {outputs[-1].strip()}")


ENVIRONMENT = (
    Scenario("ids", _ids),
    Scenario("ids-of-an-ephemeral-root", _ids_of_an_ephemeral_root),
    Scenario("core-environment", _core_environment, surroundings=Surroundings.CORE),
    Scenario("sandbox-and-state", _sandbox_and_state),
)
