"""The skill that tells agents how to read Practices, as a real Codex offers it. [R15, R24]"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Shell, Spawn
from host.conftest import PLUGIN, TOP, Agent
from host.readings import DELEGATION, EVIDENCE, told

SKILL = Path("skills/reading-practices/SKILL.md")
COSTS = TOP / "docs" / "using.md"


@pytest.fixture
def installed(codex: IsolatedCodex, marketplace: Path) -> Path:
    return codex.installed(marketplace, PLUGIN) / SKILL


def commands(skill: Path, practice_id: str) -> list[str]:
    """The commands that the skill gives, for one Practice."""
    blocks = re.findall(r"```sh\n(.*?)```", skill.read_text(), re.DOTALL)
    return [line.replace("<id>", practice_id) for block in blocks for line in block.splitlines()]


def test_codex_offers_the_skill_once_and_at_the_cost_that_is_documented(codex: IsolatedCodex, installed: Path) -> None:
    prompt = codex.run("debug", "prompt-input", "hello")
    listed = re.findall(rf"- {PLUGIN}:reading-practices: (.*?) \(file: [^)]*\)\\n", prompt)
    description = re.findall(r"^description: (.*)$", installed.read_text(), re.MULTILINE)
    assert listed == description
    line = len(f"- {PLUGIN}:reading-practices: {listed[0]}".encode())
    assert f"| the skill's line in the list, and its path | {line} bytes" in COSTS.read_text()
    assert f"| the skill itself | {len(installed.read_bytes()):,} bytes" in COSTS.read_text()


def test_the_reader_is_where_the_skill_says_and_its_read_reaches_a_child(
    server: AppServer, installed: Path, agent: Agent
) -> None:
    (path,) = re.findall(r"<folder of this SKILL.md>(\S*/practice-ledger) read", installed.read_text())
    reader = f"{shlex.quote(f'{installed.parent}{path}')} read {EVIDENCE} | head -n 1"
    Conversation.start(server).turn(Shell(reader), Spawn(agent("child")))
    assert told(server.codex.model, agent("child")) == [EVIDENCE]


def test_the_command_for_want_of_the_reader_proves_its_read(server: AppServer, installed: Path, agent: Agent) -> None:
    plain = commands(installed, DELEGATION)[-1]
    assert plain.startswith("lore get ")
    Conversation.start(server).turn(Shell(plain), Spawn(agent("child")))
    assert told(server.codex.model, agent("child")) == [DELEGATION]
