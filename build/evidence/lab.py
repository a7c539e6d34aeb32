"""One build of Codex in one tool mode, with a plugin that records all that its hooks receive."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import folders
from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.made_plugin import PLUGIN, make_marketplace, one_hook
from codex_host.scripted_model import ScriptedModel
from evidence import recorder
from evidence.fact import Recording
from evidence.neutral import neutral

DELEGATION = "agentic-coding.context.give-delegated-agents-decision-context"
EVIDENCE = "agentic-coding.verification.map-evidence-to-acceptance"
MISSING = "agentic-coding.missing.practice"

_EVENTS = (
    "SessionStart",
    "SessionEnd",
    "PreToolUse",
    "PostToolUse",
    "PreCompact",
    "PostCompact",
    "SubagentStart",
    "SubagentStop",
)
STAND_IN = folders.TREE / "tests" / "stand_in"
SETTINGS = "[sandbox_workspace_write]\nexclude_slash_tmp = true\n"
_SESSION_END_SECONDS = 3  # Codex gives no more


def get(practice_id: str) -> str:
    """The plainest command that counts as a read."""
    return f"lore get {practice_id} --json"


def forge(project: Path) -> None:
    """Puts a true answer of lore's into a file of the project, forged.json."""
    answer = subprocess.run([STAND_IN / "lore", "get", DELEGATION, "--json"], capture_output=True, check=True)
    (project / "forged.json").write_bytes(answer.stdout)


def recording_hooks(sink: Path) -> dict[str, list[dict[str, Any]]]:
    """Hooks that add each payload to the file `sink`."""
    return {
        event: [one_hook(_command(sink, event), seconds=_SESSION_END_SECONDS if event == "SessionEnd" else 10)]
        for event in _EVENTS
    }


def _command(sink: Path, event: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", recorder.__file__, str(sink), event])


class Lab:
    """`model_name` is the model that scenarios are played on, `others` marketplaces of further plugins."""

    def __init__(
        self,
        root: Path,
        launcher: Sequence[str],
        model: ScriptedModel,
        mode: str,
        *,
        settings: str = "",
        others: Sequence[Path] = (),
    ) -> None:
        self.mode, self.model_name = mode, ""
        self.sink = root / "payloads.jsonl"
        environment = {"LORE_STAND_IN_BODY_LINES": "5", "PRACTICE_LEDGER_HOME": str(root / "state")}
        self.codex = IsolatedCodex(
            root, launcher, model, path_first=[STAND_IN], environment=environment, settings=settings + SETTINGS
        )
        for marketplace in (*others, make_marketplace(root / "recorders", recording_hooks(self.sink))):
            self.codex.add_plugin(marketplace, PLUGIN)
        hook_trust.trust_all(self.codex)
        self._fill(self.codex.project)

    def _fill(self, project: Path) -> None:
        forge(project)
        (project / "read.sh").write_text(f"{get(DELEGATION)} >/dev/null\n{get(EVIDENCE)} > out.json\n")
        (project / "error.sh").write_text("echo script-error >&2\n")
        (project / "sub").mkdir()

    @contextmanager
    def server(self, environment: Mapping[str, str] | None = None) -> Iterator[AppServer]:
        """An app server, with these variables besides; at its end all its hooks have run."""
        with AppServer(self.codex, environment) as server:
            yield server

    def play_on(self, model_name: str) -> None:
        """Makes a model the one that scenarios are played on, forks too."""
        self.model_name = model_name
        text = self.codex.config.read_text(encoding="utf-8")
        _, _, rest = text.partition("\n")
        self.codex.config.write_text(f"model = {json.dumps(model_name)}\n{rest}", encoding="utf-8")

    def start(self, server: AppServer, **options: Any) -> Conversation:
        return Conversation.start(server, self.model_name, **options)

    def take(self, also: Mapping[str, Any] | None = None) -> Recording:
        """What was recorded since the last time."""
        lines = self.sink.read_text(encoding="utf-8").splitlines() if self.sink.exists() else []
        self.sink.unlink(missing_ok=True)
        root, codex = self.codex.root, self.codex
        places = {
            codex.project: "/home/dev/project",
            codex.home: "/home/dev/.codex",
            codex.user_home: "/home/dev",
            root: "/home/dev/lab",
        }
        return Recording(tuple(neutral(lines, places)) if lines else (), also or {})
