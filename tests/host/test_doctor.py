"""What `practice-ledger doctor` says of a real Codex: of what is installed, of each hook's trust, and of what ran."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex, marketplace_name
from codex_host.made_plugin import EXPORT_TWO_VARIABLES, make_marketplace, shell_hook
from codex_host.model_steps import Shell, Spawn
from codex_host.scripted_model import ScriptedModel
from host.conftest import PLUGIN, TOP, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read
from host.releases import Release

HOOKS = {"SessionStart", "PreToolUse", "PostToolUse", "SubagentStart", "SessionEnd"}

Checks = dict[str, dict[str, Any]]


@pytest.fixture
def made(make_codex: MakeCodex, request: pytest.FixtureRequest) -> IsolatedCodex:
    """A Codex of this test's own, without any plugin, whose command is on its PATH."""
    codex = make_codex(request.node.name)
    put_codex_on_path(codex)
    return codex


@pytest.fixture
def installed(made: IsolatedCodex, marketplace: Path) -> IsolatedCodex:
    """The same with the plugin, which is not trusted yet."""
    made.add_plugin(marketplace, PLUGIN)
    return made


def put_codex_on_path(codex: IsolatedCodex) -> None:
    folder = codex.root / "codex-command"
    folder.mkdir(exist_ok=True)
    (folder / "codex").write_text(f'#!/bin/sh\nexec {shlex.join(codex.launcher)} "$@"\n')
    (folder / "codex").chmod(0o755)
    codex.environment["PATH"] = f"{folder}:{codex.environment['PATH']}"


def doctor(codex: IsolatedCodex, *command: str | Path, status: int | None = None, **variables: str) -> Checks:
    """What a person's terminal says beside this Codex, by check. Without `command` the installed plugin's is run."""
    plugins = sorted((codex.home / "plugins" / "cache").glob(f"*/{PLUGIN}/*/bin/{PLUGIN}"))
    done = subprocess.run(
        [*(command or plugins[:1]), "doctor", "--json"],
        env={**codex.environment, **variables},
        cwd=codex.project,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert done.returncode == document["status"]
    if status is not None:
        assert done.returncode == status
    return {check["id"]: check for check in document["result"]["checks"]}


def findings(checks: Checks) -> set[str]:
    return {check["finding"] for check in checks.values() if check["finding"]}


def evidence(check: dict[str, Any]) -> str:
    return "; ".join(each["text"] for each in check["evidence"])


def by_trust(checks: Checks) -> dict[str, set[str]]:
    """The events of the hooks by the trust that is told."""
    told = (each["text"].partition(": ") for each in checks["trust"]["evidence"])
    return {trust: set(events.split(", ")) for trust, colon, events in told if colon}


def python() -> tuple[str, ...]:
    return (sys.executable, "-m", "practice_ledger")


def test_before_trust_each_hook_is_told_as_untrusted_and_nothing_ran(
    installed: IsolatedCodex, start_server: StartServer, agent: Agent
) -> None:
    Conversation.start(start_server(installed)).turn(read(DELEGATION), Spawn(agent("child")))
    checks = doctor(installed, status=3)
    assert findings(checks) == {"hooks-untrusted", "hooks-never-ran"}
    assert by_trust(checks) == {"untrusted": HOOKS}
    assert "0.171.0" in evidence(checks["host"])
    assert f"{PLUGIN}@{PLUGIN}" in evidence(checks["plugin"])


def test_after_trust_and_a_conversation_all_is_well(
    installed: IsolatedCodex, start_server: StartServer, agent: Agent
) -> None:
    hook_trust.trust_all(installed)
    server = start_server(installed)
    Conversation.start(server).turn(read(DELEGATION), Spawn(agent("child")))
    server.close()
    checks = doctor(installed, status=0)
    assert findings(checks) == set()
    assert by_trust(checks) == {"trusted": HOOKS}
    seen = {each["text"].partition(":")[0] for each in checks["activity"]["evidence"] if each["at"]}
    assert seen >= {"start of a conversation", "end of a read", "start of a subagent", "end of a conversation"}
    assert "last proven read" in evidence(checks["reads"])


def test_one_hook_without_trust_is_told_by_name(installed: IsolatedCodex) -> None:
    hook_trust.trust_all(installed)
    lines = installed.config.read_text().split("[hooks.state.")
    kept = [part for part in lines if "subagent_start" not in part]
    installed.config.write_text("[hooks.state.".join(kept))
    checks = doctor(installed, status=3)
    assert by_trust(checks) == {"trusted": HOOKS - {"SubagentStart"}, "untrusted": {"SubagentStart"}}


def test_after_an_update_the_hooks_are_told_as_modified(made: IsolatedCodex, release: Release) -> None:
    made.add_plugin(release.marketplace, PLUGIN)
    hook_trust.trust_all(made)
    readme = release.marketplace / "plugins" / PLUGIN / "README.md"
    readme.write_text(readme.read_text() + "\nA new line.\n")
    made.run("plugin", "add", f"{PLUGIN}@{PLUGIN}")
    checks = doctor(made, status=3)
    assert checks["trust"]["finding"] == "hooks-modified"
    assert by_trust(checks) == {"modified": HOOKS}
    hook_trust.trust_all(made)
    assert doctor(made, status=0)["trust"]["finding"] is None


def test_without_the_plugin_python_says_that_it_is_not_installed(made: IsolatedCodex) -> None:
    checks = doctor(made, *python(), status=3, PYTHONPATH=str(TOP / "runtime"))
    assert findings(checks) == {"plugin-not-installed"}


def test_python_and_the_frozen_program_say_the_same(installed: IsolatedCodex) -> None:
    frozen = doctor(installed)
    from_python = doctor(installed, *python(), PYTHONPATH=str(TOP / "runtime"))
    different = [name for name in frozen if frozen[name] != from_python[name]]
    assert different == ["this-program"]


def test_a_disabled_plugin_is_told(installed: IsolatedCodex) -> None:
    settings = installed.config.read_text()
    installed.config.write_text(settings.replace("enabled = true", "enabled = false"))
    checks = doctor(installed, status=3)
    assert checks["plugin"]["finding"] == "plugin-disabled"


def test_two_installations_are_told(installed: IsolatedCodex, marketplace: Path, tmp_path: Path) -> None:
    other = Release(marketplace, tmp_path).marketplace
    catalogue = other / ".agents" / "plugins" / "marketplace.json"
    catalogue.write_text(json.dumps({**json.loads(catalogue.read_text()), "name": "second"}))
    installed.add_plugin(other, PLUGIN)
    checks = doctor(installed, status=3)
    assert checks["plugin"]["finding"] == "plugin-twice"
    assert f"{PLUGIN}@{marketplace_name(marketplace)}" in evidence(checks["plugin"])
    assert f"{PLUGIN}@second" in evidence(checks["plugin"])


SWITCHES: dict[str, Callable[[str], str]] = {
    "hooks-off-by-setting": lambda text: text.replace("[features]\n", "[features]\nhooks = false\n"),
    "plugins-off-by-setting": lambda text: text.replace("[features]\n", "[features]\nplugins = false\n"),
    "host-settings-unreadable": lambda text: f"{text}\n[features\n",
    "hook-disabled": lambda text: (
        f'{text}\n[hooks.state."{PLUGIN}@{PLUGIN}:hooks/hooks.json:session_start:0:0"]\nenabled = false\n'
    ),
}


def test_what_switches_the_hooks_off_is_told(installed: IsolatedCodex) -> None:
    settings = installed.config.read_text()
    for finding, switch in SWITCHES.items():
        installed.config.write_text(switch(settings))
        assert doctor(installed, status=3)["hooks"]["finding"] == finding


def test_asking_changes_nothing_and_leaves_no_process(installed: IsolatedCodex) -> None:
    before = files(installed)
    doctor(installed)
    assert files(installed) == before
    mine = f"CODEX_HOME={installed.home}".encode()
    assert not [path for path in Path("/proc").glob("[0-9]*/environ") if mine in read_or_nothing(path).split(b"\0")]


def files(codex: IsolatedCodex) -> dict[str, str]:
    """The files of Codex that a person could miss."""
    wanted = [codex.config, *(path for path in (codex.home / "plugins").rglob("*") if path.is_file())]
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in wanted}


def read_or_nothing(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_without_the_command_the_trust_is_a_guess(installed: IsolatedCodex) -> None:
    hidden = {"PATH": "/usr/bin:/bin"}
    assert doctor(installed, status=0, **hidden)["trust"]["finding"] == "trust-not-recorded"
    hook_trust.trust_all(installed)
    checks = doctor(installed, status=0, **hidden)
    assert checks["host"]["finding"] == "host-missing"
    assert checks["trust"]["finding"] == "trust-guessed"


def test_a_running_codex_with_another_state_is_told(installed: IsolatedCodex, start_server: StartServer) -> None:
    start_server(installed)
    assert doctor(installed)["state-agreement"]["finding"] is None
    elsewhere = doctor(installed, PRACTICE_LEDGER_HOME=str(installed.root / "another-state"))
    assert elsewhere["state-agreement"]["finding"] == "state-elsewhere"
    assert str(installed.root / "state") in evidence(elsewhere["state-agreement"])


def test_lorelums_plugin_beside_this_one_is_told(installed: IsolatedCodex, tmp_path: Path) -> None:
    others = make_marketplace(tmp_path / "others", {"PreToolUse": [shell_hook(EXPORT_TWO_VARIABLES)]})
    for file in (others / ".agents/plugins/marketplace.json", others / "plugins/other/.codex-plugin/plugin.json"):
        file.write_text(file.read_text().replace('"name": "other"', '"name": "lorelum"'))
    (others / "plugins" / "other").rename(others / "plugins" / "lorelum")
    catalogue = others / ".agents/plugins/marketplace.json"
    catalogue.write_text(catalogue.read_text().replace("./plugins/other", "./plugins/lorelum"))
    installed.add_plugin(others, "lorelum")
    assert "lorelum@others" in evidence(doctor(installed)["two-hints"])


@pytest.mark.parametrize("sandbox", ["workspace-write", "read-only"])
def test_in_an_agents_shell_it_says_that_a_sealed_read_works(
    sealing_codex: IsolatedCodex, start_server: StartServer, model: ScriptedModel, sandbox: str
) -> None:
    put_codex_on_path(sealing_codex)
    conversation = Conversation.start(start_server(sealing_codex), sandbox=sandbox)
    conversation.turn(Shell("practice-ledger doctor"))
    [*_, last] = [request for request in model.requests() if request.thread_id == conversation.thread_id]
    shown = last.tool_outputs()[-1]
    for check in ("Sealed reads from here", "Access to the state"):
        assert re.search(rf"^ok +{check}", shown, re.MULTILINE), shown
    assert "FAIL" not in shown
