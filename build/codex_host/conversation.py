"""One conversation with a root agent, its turns told step by step."""

from __future__ import annotations

import itertools
from typing import Any

from codex_host.app_server import AppServer, AppServerError
from codex_host.isolated_codex import PLAIN_SHELL
from codex_host.model_steps import Spawn, Step, calls_of

_turn_numbers = itertools.count(1)


class Conversation:
    """A thread of an app server. Every turn waits until the root, its subagents and all their hooks are done."""

    def __init__(self, server: AppServer, thread_id: str) -> None:
        self.server = server
        self.thread_id = thread_id

    @classmethod
    def start(cls, server: AppServer, model: str = PLAIN_SHELL, **options: Any) -> Conversation:
        """Starts a new conversation; `options` are further parameters of `thread/start`."""
        parameters = {"cwd": str(server.codex.project), "sandbox": "danger-full-access", "approvalPolicy": "never"}
        return cls(server, server.call("thread/start", {**parameters, "model": model, **options})["thread"]["id"])

    @classmethod
    def resume(cls, server: AppServer, thread_id: str) -> Conversation:
        """Goes on with a conversation that another app server began."""
        return cls(server, server.call("thread/resume", {"threadId": thread_id})["thread"]["id"])

    def begin_turn(self, *steps: Step) -> str:
        """Starts a turn in which the root agent takes `steps`; returns the turn's id without waiting for its end."""
        script = f"turn-{next(_turn_numbers)}"
        task = self.server.codex.model.add_script(script, steps)
        turn = self.server.call("turn/start", {"threadId": self.thread_id, "input": [{"type": "text", "text": task}]})
        return str(turn["turn"]["id"])

    def turn(self, *steps: Step) -> str:
        """Plays a turn to its end; returns the turn's id."""
        turn = self.begin_turn(*steps)
        self.wait_until_settled(turn, *steps)
        return turn

    def wait_until_settled(self, turn: str, *steps: Step) -> None:
        """Waits until a turn is over, and every subagent it spawned by `steps`, and every hook."""
        server = self.server
        server.wait_for(lambda: turn in _turn_ids(server), f"the end of turn {turn}")
        for name in _spawned(steps):
            agent = server.codex.model.first_request_of(name).thread_id
            server.wait_for(lambda agent=agent: _over(server, agent), f"the end of subagent {name!r}")  # type: ignore[misc]
        server.wait_for(
            lambda: len(server.notifications("hook/started")) <= len(server.notifications("hook/completed")),
            "the hooks",
        )

    def interrupt(self, turn: str) -> None:
        """Interrupts a turn as a user does; returns when it is over."""
        self.server.call("turn/interrupt", {"threadId": self.thread_id, "turnId": turn})
        self.server.wait_for(lambda: turn in _turn_ids(self.server), "the interrupted turn's end")

    def fork(self) -> Conversation:
        """A new conversation with this one's history."""
        return Conversation(self.server, self.server.call("thread/fork", {"threadId": self.thread_id})["thread"]["id"])

    def compact(self) -> None:
        """Has the history summed up by the model."""
        before = _over(self.server, self.thread_id)
        self.server.call("thread/compact/start", {"threadId": self.thread_id})
        self.server.wait_for(lambda: _over(self.server, self.thread_id) > before, "the end of the compaction")

    def rewind(self, turn: str) -> None:
        """Takes the history back to before a turn."""
        self.server.call("thread/revert", {"threadId": self.thread_id, "beforeTurnId": turn})

    def rewind_or_roll_back(self, turn: str) -> None:
        """Takes back the last turn, in older builds too, which have another method for it."""
        try:
            self.rewind(turn)
        except AppServerError as error:
            if "unknown variant" not in str(error):
                raise
            self.server.call("thread/rollback", {"threadId": self.thread_id, "numTurns": 1})

    def archive(self) -> None:
        """Puts the conversation away, which ends its session.

        Unlike at the app server's own end, Codex reports the hooks of the session's end.
        """
        self.server.call("thread/archive", {"threadId": self.thread_id})

    def unarchive(self) -> Conversation:
        """Takes the conversation up again."""
        self.server.call("thread/unarchive", {"threadId": self.thread_id})
        return Conversation.resume(self.server, self.thread_id)

    def review(self, *steps: Step) -> None:
        """Has a reviewer look at the work; the reviewer takes `steps`."""
        script = f"review-{next(_turn_numbers)}"
        task = self.server.codex.model.add_script(script, steps)
        before = _over(self.server, self.thread_id)
        target = {"type": "custom", "instructions": f"{task} please"}
        self.server.call("review/start", {"threadId": self.thread_id, "target": target})
        self.server.wait_for(lambda: _over(self.server, self.thread_id) > before, "the end of the review")


def _turn_ids(server: AppServer) -> set[str]:
    """The turns that are over."""
    return {note["turn"]["id"] for note in server.notifications("turn/completed")}


def _over(server: AppServer, thread_id: str) -> int:
    """How many turns of a thread are over."""
    return sum(note["threadId"] == thread_id for note in server.notifications("turn/completed"))


def _spawned(steps: tuple[Step, ...]) -> list[str]:
    names = []
    for step in steps:
        for call in calls_of(step):
            if isinstance(call, Spawn):
                names += [call.name, *_spawned(call.steps)]
    return names
