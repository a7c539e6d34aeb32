"""A real Codex with the real plugin, installed and trusted, on a scripted model."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from codex_host import codex_install, hook_trust
from codex_host.app_server import AppServer
from codex_host.isolated_codex import CODE_MODE, PLAIN_SHELL, IsolatedCodex
from codex_host.scripted_model import ScriptedModel
from host.releases import Release
from needed_tools import skip_elsewhere_than_on_linux, skip_or_fail

TOP = Path(__file__).resolve().parents[2]
MARKETPLACE = TOP / "dist" / "marketplace"
PLUGIN = "practice-ledger"
STAND_IN = TOP / "tests" / "stand_in"
SANDBOX_SETTINGS = "[sandbox_workspace_write]\nexclude_slash_tmp = true\n"
"""Keeps the sandbox from writing to the state, which in a test lies in a temporary folder."""

Agent = Callable[[str], str]
MakeCodex = Callable[..., IsolatedCodex]
StartServer = Callable[..., AppServer]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_elsewhere_than_on_linux(items, TOP / "tests" / "host", "the host tests drive Codex on Linux only")


@pytest.fixture(scope="session")
def launcher() -> list[str]:
    """The command line of the pinned Codex, installed on first use."""
    try:
        codex_install.install()
        return codex_install.launcher()
    except (codex_install.NodeMissing, codex_install.InstallFailed) as error:
        skip_or_fail(str(error))


@pytest.fixture(scope="session")
def marketplace(unpacked_archive: Path | None) -> Path:
    """The assembled plugin, in a marketplace as it is published."""
    if unpacked_archive:
        return unpacked_archive
    if not MARKETPLACE.is_dir():
        skip_or_fail("there is no dist/marketplace: run `python3 build plugin` first")
    return MARKETPLACE


@pytest.fixture(scope="module")
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel() as model:
        yield model


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for this module's tests. It is removed afterwards: every Codex in it holds a copy of the plugin."""
    folder = tmp_path_factory.mktemp("host")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def make_codex(place: Path, launcher: list[str], model: ScriptedModel) -> MakeCodex:
    """Makes a Codex of its own without any plugin: `make_codex(name, environment={...}, home_name=...)`.

    With `older` it is one that asks for trust again when a hook's definition changes, and for no other change.
    """

    def make(
        name: str, environment: Mapping[str, str] | None = None, *, older: bool = False, **options: str
    ) -> IsolatedCodex:
        root = place / name
        own = {"PRACTICE_LEDGER_HOME": str(root / "state"), "LORE_STAND_IN_CALLS": str(root / "lore-calls")}
        settings = {**own, **(environment or {})}
        command = codex_install.launcher(codex_install.VALIDATOR) if older else launcher
        return IsolatedCodex(root, command, model, path_first=[STAND_IN], environment=settings, **options)

    return make


@pytest.fixture(scope="module")
def codex(make_codex: MakeCodex, marketplace: Path) -> IsolatedCodex:
    """A Codex with the plugin installed and trusted; its threads keep the tests of a module apart."""
    codex = make_codex("codex")
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    return codex


@pytest.fixture
def release(marketplace: Path, place: Path, request: pytest.FixtureRequest) -> Release:
    """A marketplace of this test's own, in which versions are published one after the other."""
    return Release(marketplace, place / f"{request.node.name} releases")


@pytest.fixture
def released(make_codex: MakeCodex, release: Release, request: pytest.FixtureRequest) -> IsolatedCodex:
    """A Codex of this test's own with the first version installed and trusted."""
    return _with_release(make_codex(request.node.name), release)


@pytest.fixture
def released_to_older(make_codex: MakeCodex, release: Release, request: pytest.FixtureRequest) -> IsolatedCodex:
    """The same with a Codex that looks at the definitions of hooks only."""
    return _with_release(make_codex(request.node.name, older=True), release)


def _with_release(codex: IsolatedCodex, release: Release) -> IsolatedCodex:
    codex.add_plugin(release.marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    return codex


@pytest.fixture(scope="module")
def sealing_codex(make_codex: MakeCodex, marketplace: Path) -> IsolatedCodex:
    """Like `codex`, with the reading command on the PATH, and a state that no sandbox may write to."""
    codex = make_codex("sealing", settings=SANDBOX_SETTINGS)
    # In a sandbox that cannot write, the stand-in could not note its calls.
    del codex.environment["LORE_STAND_IN_CALLS"]
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    put_on_path(codex, codex.installed(marketplace, PLUGIN))
    return codex


def put_on_path(codex: IsolatedCodex, plugin: Path) -> None:
    """Puts the command of an installed plugin on the PATH of the Codex and of login shells in it."""
    commands = codex.root / "bin"
    commands.mkdir()
    (commands / "practice-ledger").symlink_to(plugin / "bin" / "practice-ledger")
    codex.environment["PATH"] = f"{commands}{os.pathsep}{codex.environment['PATH']}"
    (codex.user_home / ".profile").write_text(f"PATH='{codex.environment['PATH']}'\n")


@pytest.fixture
def sealing_server(sealing_codex: IsolatedCodex, start_server: StartServer) -> AppServer:
    """An app server of it. No hook that it runs may fail."""
    return start_server(sealing_codex)


@pytest.fixture
def servers() -> Iterator[list[AppServer]]:
    """The app servers of a test, which end with it."""
    started: list[AppServer] = []
    yield started
    for server in started:
        server.close()


@pytest.fixture
def start_server(servers: list[AppServer]) -> Iterator[StartServer]:
    """Starts app servers, and holds after the test that no hook of the plugin failed."""

    def start(codex: IsolatedCodex, environment: Mapping[str, str | None] | None = None) -> AppServer:
        servers.append(AppServer(codex, environment))
        return servers[-1]

    yield start
    for server in servers:
        server.close()
    runs = [run for server in servers for run in server.hook_runs() if f"/{PLUGIN}/" in run.source]
    assert [run for run in runs if run.status != "completed"] == []


@pytest.fixture
def start_any_server(servers: list[AppServer]) -> StartServer:
    """Starts app servers whose hooks the host may refuse to run."""

    def start(codex: IsolatedCodex) -> AppServer:
        servers.append(AppServer(codex))
        return servers[-1]

    return start


@pytest.fixture
def server(codex: IsolatedCodex, start_server: StartServer) -> AppServer:
    """An app server of the module's Codex. No hook that it runs may fail."""
    return start_server(codex)


@pytest.fixture(params=[PLAIN_SHELL, CODE_MODE])
def model_name(request: pytest.FixtureRequest) -> str:
    """A model with a plain shell tool, and one that reaches the shell from JavaScript only."""
    return str(request.param)


@pytest.fixture
def agent(request: pytest.FixtureRequest) -> Agent:
    """Names a subagent so that no other test uses the name."""
    return lambda role: f"{role} of {request.node.name}"
