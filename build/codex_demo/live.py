"""The conversation in a real Codex: the root agent reads three Practices, one through a pipe, and spawns a subagent."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from codex_demo.showing import Demonstration, HookTime
from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.hint_message import hints_of
from codex_host.isolated_codex import CODE_MODE, IsolatedCodex
from codex_host.model_steps import Say, Shell, Spawn
from codex_host.scripted_model import ScriptedModel

PLUGIN = "practice-ledger"
STAND_IN = Path(__file__).resolve().parents[2] / "tests" / "stand_in"
PLAIN = (
    "agentic-coding.context.give-delegated-agents-decision-context",
    "agentic-coding.verification.map-evidence-to-acceptance",
)
"""Read with `lore get --json`, whose output must stand whole and alone."""
SEALED = "agentic-coding.review.report-findings-with-evidence"
"""Read with `practice-ledger read`, whose output may go anywhere."""
PRACTICES = (*PLAIN, SEALED)


def played(plugin_marketplace: Path, work: Path, launcher: Sequence[str]) -> Demonstration:
    """Installs and trusts the plugin in a Codex of its own under `work`, and plays the conversation there."""
    state = work / "state"
    environment = {"PRACTICE_LEDGER_HOME": str(state)}
    with ScriptedModel() as model:
        codex = IsolatedCodex(work, launcher, model, path_first=[STAND_IN], environment=environment)
        print(f"\nA Codex of its own, in {codex.home}")
        codex.add_plugin(plugin_marketplace, PLUGIN)
        print("The plugin is installed; its hooks wait for trust, which a user gives in the terminal UI.")
        hook_trust.trust_all(codex)
        print("They are trusted now. A scripted model plays the agents; `lore` is a stand-in.\n")
        commands = codex.installed(plugin_marketplace, PLUGIN) / "bin"
        with AppServer(codex, {"PATH": f"{commands}{os.pathsep}{codex.environment['PATH']}"}) as server:
            reads = [Shell(f"lore get {practice} --json") for practice in PLAIN]
            reads.append(Shell(f"practice-ledger read {SEALED} | head -n 3"))
            for step in reads:
                print(f"  root agent runs    {step.command}")
            print("  root agent spawns  a subagent with a fresh history")
            conversation = Conversation.start(server, CODE_MODE)
            conversation.turn(*reads, Spawn("subagent", (Say(),)), Say())
            conversation.archive()
        print(
            "\nThe last read went through a pipe. It counts because `practice-ledger read` says on standard error what"
        )
        print("it read, sealed for this one call; the others count because `lore`'s whole answer stands in the output.")
        runs = server.hook_runs()
        hints = hints_of(model.first_request_of("subagent"))
    failed = [run for run in runs if run.status != "completed"]
    if failed:
        print(f"Hooks failed: {failed}")
    return Demonstration(
        read=PRACTICES,
        hint="" if failed else "\n".join(hints),
        where_hint="What the subagent's model was sent, as a developer message before its task",
        times=[HookTime(run.event, run.milliseconds) for run in runs],
        where_times="How long Codex waited for each hook (its own measure)",
        state=state,
    )
