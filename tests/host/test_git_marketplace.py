"""The marketplace in a git repository, which a real Codex clones and follows. [R22]"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from codex_host import hook_trust
from codex_host.app_server import AppServer
from codex_host.conversation import Conversation
from codex_host.isolated_codex import IsolatedCodex
from codex_host.model_steps import Spawn
from codex_host.waiting import wait_until
from host.conftest import PLUGIN, Agent, MakeCodex, StartServer
from host.readings import DELEGATION, read, told
from needed_tools import skip_or_fail

ADDRESS = "https://git.invalid/owner/practice-ledger-marketplace.git"
"""What a user would type. Git is told that it stands for a folder."""
FIRST, NEWER = "0.1.0", "99.0.0"


class Repository:
    """A marketplace in git, as docs/release.md has it published: one commit and one tag for each version."""

    def __init__(self, marketplace: Path, folder: Path) -> None:
        self.folder = folder / "repository"
        shutil.copytree(marketplace, self.folder)
        self._git("init", "--quiet", "--initial-branch=main")
        self.publish(FIRST)

    def publish(self, version: str) -> None:
        about = self.folder / "plugins" / PLUGIN / ".codex-plugin" / "plugin.json"
        about.write_text(json.dumps({**json.loads(about.read_text()), "version": version}))
        self._git("add", "--all", "--force")
        self._git("commit", "--quiet", f"--message={version}")
        self._git("tag", f"v{version}")

    def withdraw(self) -> None:
        self._git("revert", "--no-edit", "HEAD")

    def _git(self, *arguments: str) -> None:
        author = ("-c", "user.name=You", "-c", "user.email=you@git.invalid")
        subprocess.run(["git", *author, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, check=True)


@pytest.fixture
def repository(marketplace: Path, tmp_path: Path) -> Repository:
    if not shutil.which("git"):
        skip_or_fail("git is not installed")
    return Repository(marketplace, tmp_path)


@pytest.fixture
def codex(make_codex: MakeCodex, repository: Repository, request: pytest.FixtureRequest) -> IsolatedCodex:
    """A Codex that finds the repository at the address, without any plugin."""
    codex = make_codex(request.node.name)
    place = json.dumps(str(repository.folder))
    (codex.user_home / ".gitconfig").write_text(f'[url {place}]\n\tinsteadOf = "{ADDRESS}"\n')
    return codex


def install(codex: IsolatedCodex, *ref: str) -> None:
    codex.run("plugin", "marketplace", "add", ADDRESS, *ref)
    codex.run("plugin", "add", f"{PLUGIN}@{PLUGIN}")
    hook_trust.trust_all(codex)


def version(codex: IsolatedCodex) -> str:
    """The version whose files are installed, by the name of their folder."""
    return ",".join(folder.name for folder in (codex.home / "plugins" / "cache" / PLUGIN / PLUGIN).iterdir())


def test_a_plugin_out_of_a_git_repository_remembers_and_tells(
    codex: IsolatedCodex, start_server: StartServer, agent: Agent
) -> None:
    install(codex, "--ref", f"v{FIRST}")

    Conversation.start(start_server(codex)).turn(read(DELEGATION), Spawn(agent("child")))
    assert told(codex.model, agent("child")) == [DELEGATION]


def test_a_newer_version_of_the_branch_is_installed_at_the_next_start_and_waits_for_trust(
    codex: IsolatedCodex, repository: Repository
) -> None:
    install(codex)
    assert set(hook_trust.trust_statuses(codex).values()) == {"trusted"}
    repository.publish(NEWER)

    with AppServer(codex):
        wait_until(lambda: version(codex) == NEWER, "the newer version")
    assert set(hook_trust.trust_statuses(codex).values()) == {"modified"}


def test_a_tag_keeps_its_version(codex: IsolatedCodex, repository: Repository) -> None:
    install(codex, "--ref", f"v{FIRST}")
    repository.publish(NEWER)

    codex.run("plugin", "marketplace", "upgrade")
    codex.run("plugin", "add", f"{PLUGIN}@{PLUGIN}")
    assert version(codex) == FIRST
    assert set(hook_trust.trust_statuses(codex).values()) == {"trusted"}


def test_after_a_withdrawal_only_who_trusted_the_withdrawn_version_is_asked_again(
    codex: IsolatedCodex, repository: Repository
) -> None:
    install(codex)
    for newer, trusted, status in (("99.0.0", False, "trusted"), ("99.0.1", True, "modified")):
        repository.publish(newer)
        codex.run("plugin", "marketplace", "upgrade")
        assert version(codex) == newer
        if trusted:
            hook_trust.trust_all(codex)

        repository.withdraw()
        codex.run("plugin", "marketplace", "upgrade")
        assert version(codex) == FIRST
        assert set(hook_trust.trust_statuses(codex).values()) == {status}
