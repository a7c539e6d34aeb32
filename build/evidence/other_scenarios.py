"""Scenarios with a second plugin, and in the terminal UI."""

from __future__ import annotations

from codex_host.model_steps import Say, Shell, Spawn
from codex_host.terminal_ui import SELECTED, TerminalUi
from codex_host.waiting import DeadlinePassed, wait_until
from evidence.conversation_scenarios import GET, GET_OTHER
from evidence.lab import Lab
from evidence.scenario import Also, CannotPlay, Scenario, Surroundings


def _rewritten(lab: Lab) -> Also:
    with lab.server() as server:
        lab.start(server).turn(Shell(GET))
    return None


def _clear(lab: Lab) -> Also:
    script = lab.codex.model.add_script
    first = script("terminal", [Shell(GET), Say("first turn over")])
    child = Spawn("child after clearing", (Shell(GET_OTHER), Say("child done")))
    second = script("cleared terminal", [Shell(GET), child, Say("second turn over")])
    try:
        with TerminalUi(lab.codex, ["-m", lab.model_name]) as terminal:
            terminal.wait_for("permissions:", SELECTED)
            terminal.enter(first)
            terminal.wait_for("first turn over")
            terminal.enter("/clear")
            terminal.wait_until_gone("first turn over")
            terminal.enter(second)
            terminal.wait_for("second turn over")
            wait_until(lambda: "SubagentStop" in lab.sink.read_text(encoding="utf-8"), "the end of the child")
            terminal.quit()
    except DeadlinePassed as error:
        raise CannotPlay(f"the terminal UI does not do it: {error}") from None
    return None


OTHERS = (
    Scenario("rewritten-by-another-plugin", _rewritten, surroundings=Surroundings.REWRITING),
    Scenario("clear", _clear),
)
