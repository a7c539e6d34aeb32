"""A Codex with a home of its own, which knows no account, no network and no model but the scripted one."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from codex_host.scripted_model import ScriptedModel

PLAIN_SHELL = "mock-model"
"""A model with a plain shell tool and the older subagent tools, which nest one level deep."""
CODE_MODE = "gpt-6.2-sol"
"""A model whose only tool runs JavaScript, and whose subagents may have subagents."""

_COMMAND_SECONDS = 120
_NOT_INHERITED = ("CODEX_", "CLAUDE_", "XDG_", "PRACTICE_LEDGER_", "LORE", "OPENAI_", "PLUGIN_")
_CONFIG = """\
model = {model}
model_provider = "scripted"
approval_policy = "never"
check_for_update_on_startup = false
[model_providers.scripted]
name = "scripted"
base_url = {base_url}
wire_api = "responses"
requires_openai_auth = false
[features]
multi_agent = true
[projects.{project}]
trust_level = "trusted"
"""


class CodexFailed(RuntimeError):
    """A Codex command ended with another status than 0; carries what it printed."""


class IsolatedCodex:
    """One CODEX_HOME and one project under `root`, on a running scripted model.

    `path_first` are folders that stand first on the PATH; `environment` is added for Codex and so for its hooks and its
    shell calls; `settings` are lines of TOML at the end of its config.toml. The temporary folder is one under `root` as
    well, since Codex refuses a home that lies under it.
    """

    def __init__(
        self,
        root: Path,
        launcher: Sequence[str],
        model: ScriptedModel,
        *,
        path_first: Sequence[Path] = (),
        environment: Mapping[str, str] | None = None,
        home_name: str = "codex-home",
        settings: str = "",
    ) -> None:
        self.launcher = list(launcher)
        self.model = model
        self.root = root
        self.home, self.project, self.user_home = root / home_name, root / "project", root / "user-home"
        for folder in (self.home, self.project, self.user_home, root / "tmp"):
            folder.mkdir(parents=True, exist_ok=True)
        self.environment = self._own_environment(path_first, environment or {})
        config = _CONFIG.format(
            model=json.dumps(PLAIN_SHELL), base_url=json.dumps(model.base_url), project=json.dumps(str(self.project))
        )
        self.config.write_text(config + settings, encoding="utf-8")

    def _own_environment(self, path_first: Sequence[Path], added: Mapping[str, str]) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(_NOT_INHERITED)}
        own = {
            "CODEX_HOME": str(self.home),
            "HOME": str(self.user_home),
            "TMPDIR": str(self.root / "tmp"),
            "PATH": os.pathsep.join([*map(str, path_first), inherited.get("PATH", os.defpath)]),
        }
        return {**inherited, **own, **added}

    def environment_with(self, changes: Mapping[str, str | None]) -> dict[str, str]:
        """The environment with some variables set otherwise; a value None takes a variable away."""
        changed = {**self.environment, **changes}
        return {name: value for name, value in changed.items() if value is not None}

    @property
    def config(self) -> Path:
        return self.home / "config.toml"

    def run(self, *arguments: str) -> str:
        """Runs one Codex command to its end and returns its stdout. Raises `CodexFailed`."""
        done = subprocess.run(
            [*self.launcher, *arguments],
            env=self.environment,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_COMMAND_SECONDS,
            check=False,
        )
        if done.returncode:
            raise CodexFailed(f"codex {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def installed(self, marketplace: Path, plugin: str) -> Path:
        """The folder of an installed plugin: Codex's own copy."""
        [folder] = (self.home / "plugins" / "cache" / marketplace_name(marketplace) / plugin).iterdir()
        return folder

    def add_plugin(self, marketplace: Path, plugin: str) -> None:
        """Adds a local marketplace and installs `plugin` of it, with the commands that a user types."""
        # Codex takes `folder/folder` for a repository of GitHub's.
        self.run("plugin", "marketplace", "add", str(marketplace.resolve()))
        self.run("plugin", "add", f"{plugin}@{marketplace_name(marketplace)}")


def marketplace_name(marketplace: Path) -> str:
    """The name that a marketplace folder gives itself."""
    catalogue = json.loads((marketplace / ".agents" / "plugins" / "marketplace.json").read_text(encoding="utf-8"))
    return str(catalogue["name"])
