"""Sealed reads in a real Codex: each claim is played in both tool modes and both sandboxes at once. [R24, R25]"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import CODE_MODE, PLAIN_SHELL
from codex_host.model_steps import Spawn, Step
from host.readings import told
from needed_tools import skip_or_fail

Value = TypeVar("Value")

RECEIPT = "practice-ledger-receipt:"
"""What a receipt begins with."""


def sealed(*practice_ids: str) -> str:
    """The command by which an agent reads Practices so that it counts."""
    return " ".join(("practice-ledger", "read", *practice_ids))


def refusals(codex_state: str | Path) -> dict[str, int]:
    """How often which reason was given since the state was made."""
    tally = Path(codex_state) / "tally.json"
    found = json.loads(tally.read_text())["refusals"] if tally.exists() else {}
    return {reason: count["count"] for reason, count in found.items()}


def differences(after: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """What was counted in between."""
    return {reason: count - before.get(reason, 0) for reason, count in after.items() if count > before.get(reason, 0)}


class Place(NamedTuple):
    """Where a conversation is played."""

    model: str
    sandbox: str


PLACES = tuple(Place(*each) for each in itertools.product((PLAIN_SHELL, CODE_MODE), ("workspace-write", "read-only")))


def everywhere(value: Value, places: Sequence[Place] = PLACES) -> dict[Place, Value]:
    """The same in each place."""
    return dict.fromkeys(places, value)


Steps = Sequence[Step] | Callable[[Place], Sequence[Step]]


class Conversations:
    """One conversation in each place, all in one app server. What is said of one place goes by its `Place`."""

    _numbers = itertools.count(1)

    def __init__(self, server: AppServer, places: Sequence[Place] = PLACES, **options: Any) -> None:
        self._server = server
        self._model = server.codex.model
        self.in_place = {
            place: Conversation.start(server, place.model, sandbox=place.sandbox, **options) for place in places
        }

    def turn(self, steps: Steps) -> None:
        """Takes the steps in every place at once, and waits until all is done."""
        begun = []
        for place, conversation in self.in_place.items():
            taken = tuple(steps(place) if callable(steps) else steps)
            begun.append((conversation, conversation.begin_turn(*taken), taken))
        for conversation, turn, taken in begun:
            conversation.wait_until_settled(turn, *taken)

    def told(self, steps: Steps = ()) -> dict[Place, list[str]]:
        """Takes the steps, spawns a child in the next one, and returns the Practices that the child was told of.

        Skips the test, or fails it, where Codex's sandbox runs no commands at all.
        """
        number = next(self._numbers)
        names = {place: f"sealed-{number} child in {place.model} {place.sandbox}" for place in self.in_place}
        self.turn(lambda place: (*(steps(place) if callable(steps) else steps), Spawn(names[place])))
        if any("bwrap: " in output for output in self.outputs().values()):
            skip_or_fail("Codex's sandbox does not run commands on this machine")
        return {place: told(self._model, name) for place, name in names.items()}

    def outputs(self) -> dict[Place, str]:
        """All that the tool calls gave the root's model so far, as one text."""
        return {place: self._outputs_of(conversation.thread_id) for place, conversation in self.in_place.items()}

    def _outputs_of(self, thread_id: str) -> str:
        last = [request for request in self._model.requests() if request.thread_id == thread_id][-1]
        return "\n".join(last.tool_outputs())
