"""What the installed command says beside a real Codex, what it forgets, and what is left after it was removed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex, marketplace_name
from codex_host.model_steps import Shell, Spawn
from codex_host.scripted_model import ScriptedModel
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, EVIDENCE, read, told


@pytest.fixture
def untrusted(make_codex: MakeCodex, marketplace: Path, request: pytest.FixtureRequest) -> IsolatedCodex:
    """A Codex of this test's own with the plugin installed and not trusted."""
    codex = make_codex(request.node.name)
    codex.add_plugin(marketplace, PLUGIN)
    return codex


@pytest.fixture
def trusted(untrusted: IsolatedCodex) -> IsolatedCodex:
    hook_trust.trust_all(untrusted)
    return untrusted


def said(codex: IsolatedCodex, command: Path, *words: str) -> Any:
    """The result of a command in a person's terminal beside this Codex."""
    done = subprocess.run(
        [command, *words, "--json"], env=codex.environment, capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)["result"]


def the_command(codex: IsolatedCodex, marketplace: Path) -> Path:
    return codex.installed(marketplace, PLUGIN) / "bin" / PLUGIN


def test_after_a_run_without_trust_status_says_that_hooks_never_ran(
    untrusted: IsolatedCodex, marketplace: Path, start_server: StartServer
) -> None:
    Conversation.start(start_server(untrusted)).turn(read(DELEGATION))
    status = said(untrusted, the_command(untrusted, marketplace), "status")
    assert status["ever_ran"] is False
    assert "not trusted" in status["advice"][0]


def test_a_read_of_text_is_counted_and_said_to_be_the_reason(
    trusted: IsolatedCodex, marketplace: Path, start_server: StartServer
) -> None:
    command = the_command(trusted, marketplace)
    Conversation.start(start_server(trusted)).turn(Shell(f"lore get {DELEGATION}"))
    status = said(trusted, command, "status")
    assert {each["word"]: each["count"] for each in status["refusals"]} == {"not-json": 1}
    assert "the usual reason why nothing is remembered" in status["advice"][0]
    assert said(trusted, command, "list")["conversations"] == []


def test_a_forgotten_conversation_goes_on_from_empty(
    trusted: IsolatedCodex, marketplace: Path, start_server: StartServer, model: ScriptedModel, agent: Agent
) -> None:
    command = the_command(trusted, marketplace)
    conversation = Conversation.start(start_server(trusted))
    conversation.turn(read(DELEGATION), Spawn(agent("before")))
    (listed,) = said(trusted, command, "list")["conversations"]
    shown = said(trusted, command, "show", listed["handle"])
    assert (listed["host"], [each["practice_id"] for each in shown["candidates"]]) == ("codex", [DELEGATION])
    assert said(trusted, command, "forget", listed["handle"], "--yes")["emptied"] == [listed["handle"]]
    conversation.turn(Spawn(agent("after")))
    conversation.turn(read(EVIDENCE), Spawn(agent("later")))
    assert [told(model, agent(role)) for role in ("before", "after", "later")] == [[DELEGATION], [], [EVIDENCE]]


def test_after_its_removal_nothing_of_the_product_is_left_but_what_it_says(
    trusted: IsolatedCodex, marketplace: Path, start_server: StartServer, tmp_path: Path
) -> None:
    program = the_command(trusted, marketplace).parents[1]
    kept = tmp_path / "kept"
    subprocess.run(["cp", "-a", program, kept], check=True)  # what a person installed with pip would have
    server = start_server(trusted)
    Conversation.start(server).turn(read(DELEGATION))
    server.close()
    trusted.run("plugin", "remove", f"{PLUGIN}@{marketplace_name(marketplace)}")
    trusted.run("plugin", "marketplace", "remove", marketplace_name(marketplace))
    command = kept / "bin" / PLUGIN
    said(trusted, command, "forget", "--all", "--yes")
    places = {place["name"]: Path(place["path"]) for place in said(trusted, command, "paths")["places"]}
    # What Codex itself leaves: its record of trust, and the folder of the marketplace in its cache.
    cache = trusted.home / "plugins" / "cache" / marketplace_name(marketplace)
    assert named_like_the_product(trusted.root) == {places["state"], trusted.config, cache}
    purged = said(trusted, command, "purge", "--yes")
    assert purged["removed"] == [str(places["state"])]
    assert named_like_the_product(trusted.root) == {trusted.config, cache}
    assert list(cache.iterdir()) == []
    notes = " ".join(note["what"] for note in purged["notes"])
    assert "hooks.state" in notes
    assert str(cache.relative_to(trusted.home)) in notes


def named_like_the_product(root: Path) -> set[Path]:
    """The state, and whatever else under a Codex's root is called like the product or names it."""
    found = {root / "state"} if (root / "state").exists() else set()
    for path in root.rglob("*"):
        if root / "state" in (path, *path.parents) or path.is_symlink():
            continue
        if PLUGIN in path.name or (path.suffix in (".toml", ".json") and path.is_file() and PLUGIN in path.read_text()):
            found.add(path)
    return found
