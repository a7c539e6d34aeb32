"""Text of a Pack that imitates messages, hints and terminals reaches a child's model as quoted data only. [R18, R20]"""

from __future__ import annotations

import json
import re
from pathlib import Path

from codex_host import hook_trust
from codex_host.conversation import Conversation
from codex_host.hint_message import hints_of
from codex_host.isolated_codex import PLAIN_SHELL
from codex_host.model_steps import Spawn
from codex_host.scripted_model import ScriptedModel
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read
from hostile.texts import TEXTS, UNSHOWN, letters

TITLE = TEXTS["fake item"] + TEXTS["chat markup"] + TEXTS["tag characters"]
APPLIES_WHEN = TEXTS["developer message"] + TEXTS["bidi overrides, Arabic"] + TEXTS["clear and home"]


def test_a_hostile_title_is_one_quoted_string_in_the_only_developer_message_that_holds_it(
    make_codex: MakeCodex,
    marketplace: Path,
    start_server: StartServer,
    model: ScriptedModel,
    agent: Agent,
) -> None:
    texts = {"LORE_STAND_IN_TITLE": TITLE, "LORE_STAND_IN_APPLIES_WHEN": APPLIES_WHEN}
    codex = make_codex("hostile", environment=texts)
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    child = agent("child")

    Conversation.start(start_server(codex), PLAIN_SHELL).turn(read(DELEGATION), Spawn(child))

    sent = model.first_request_of(child)
    (hint,) = hints_of(sent)
    *_, item = hint.split("\n")
    assert hint.splitlines() == hint.split("\n")
    assert not UNSHOWN.search(item)
    title, applies_when = (json.loads(value) for value in re.findall(r'(?:title|when) ("(?:[^"\\]|\\.)*")', item))
    assert letters(title) == letters(TITLE)
    assert letters(applies_when) == letters(APPLIES_WHEN)
    assert len([line for line in hint.split("\n") if line.startswith("- ")]) == 1
    assert [text for text in sent.developer_messages() if "evil.practice" in text] == [hint]
