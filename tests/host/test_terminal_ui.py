"""What only a person at the terminal UI does: trusting the hooks, clearing the conversation. [R10, R22]"""

from __future__ import annotations

from pathlib import Path

from codex_host import hook_trust
from codex_host.model_steps import Say, Spawn
from codex_host.scripted_model import ScriptedModel
from codex_host.terminal_ui import DOWN, ENTER, SELECTED, TerminalUi
from host.conftest import PLUGIN, Agent, MakeCodex
from host.readings import DELEGATION, EVIDENCE, read, told


def test_a_user_trusts_the_hooks_and_a_cleared_conversation_is_told_nothing_old(
    make_codex: MakeCodex, marketplace: Path, model: ScriptedModel, agent: Agent
) -> None:
    codex = make_codex("trusting")
    codex.add_plugin(marketplace, PLUGIN)
    assert set(hook_trust.trust_statuses(codex).values()) == {"untrusted"}

    with TerminalUi(codex) as terminal:
        terminal.wait_for("Hooks need review", f"{SELECTED}1. Review hooks")
        terminal.press(DOWN)
        terminal.wait_for(f"{SELECTED}2. Trust all and continue")
        terminal.press(ENTER)
        terminal.wait_for("Ask Codex to do anything")

        terminal.enter(model.add_script("tui-read", [read(DELEGATION), Spawn(agent("child")), Say("first turn over")]))
        terminal.wait_for("first turn over")
        assert told(model, agent("child")) == [DELEGATION]

        terminal.enter("/clear")
        terminal.wait_until_gone("first turn over")
        terminal.enter(model.add_script("tui-cleared", [Spawn(agent("cleared child")), Say("second turn over")]))
        terminal.wait_for("second turn over")
        assert told(model, agent("cleared child")) == []

        again = (read(EVIDENCE), Spawn(agent("later child")), Say("third turn over"))
        terminal.enter(model.add_script("tui-read-again", again))
        terminal.wait_for("third turn over")
        assert told(model, agent("later child")) == [EVIDENCE]
        terminal.quit()

    assert set(hook_trust.trust_statuses(codex).values()) == {"trusted"}
    sessions = {model.first_request_of(script).session_id for script in ("tui-read", "tui-cleared", "tui-read-again")}
    assert len(sessions) == 2


def test_a_user_who_does_not_trust_the_hooks_is_told_nothing(
    make_codex: MakeCodex, marketplace: Path, model: ScriptedModel, agent: Agent
) -> None:
    codex = make_codex("not trusting")
    codex.add_plugin(marketplace, PLUGIN)
    with TerminalUi(codex) as terminal:
        terminal.wait_for("Hooks need review")
        terminal.press(DOWN)
        terminal.press(DOWN)
        terminal.wait_for(f"{SELECTED}3. Continue without trusting")
        terminal.press(ENTER)
        terminal.wait_for("Ask Codex to do anything")
        steps = (read(DELEGATION), Spawn(agent("child")), Say("only turn over"))
        terminal.enter(model.add_script("tui-untrusted", steps))
        terminal.wait_for("only turn over")
        assert told(model, agent("child")) == []
        terminal.quit()
