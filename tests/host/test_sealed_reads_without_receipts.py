"""Where no receipt can be made the Practice is printed all the same, and plain reads count as ever. [R24]"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from codex_host import codex_install, hook_trust
from codex_host.app_server import AppServer
from codex_host.isolated_codex import PLAIN_SHELL, IsolatedCodex
from codex_host.model_steps import Say, Shell
from codex_host.scripted_model import ScriptedModel
from host.conftest import PLUGIN, SANDBOX_SETTINGS, STAND_IN, MakeCodex, StartServer, put_on_path
from host.readings import DELEGATION, EVIDENCE, MISSING, read
from host.sealed import PLACES, RECEIPT, Conversations, everywhere, sealed

TITLE = "# Give Delegated Agents Decision Context"
READS = f'{sealed(DELEGATION)}; echo "status $? of the one"; {sealed(MISSING)}; echo "status $? of the other"'


def assert_read_without_receipt(conversations: Conversations) -> None:
    """Practice and failure are printed as `lore` gave them, without a receipt, and only a plain read is told."""
    assert conversations.told([Shell(READS)]) == everywhere([], list(conversations.in_place))
    for output in conversations.outputs().values():
        assert RECEIPT not in output
        assert TITLE in output
        assert "practice.not-found: The requested Practice was not found" in output
        assert "status 0 of the one" in output
        assert "status 2 of the other" in output


def remove_the_secret(state: Path) -> None:
    (state / "secret").unlink()


def put_a_folder_in_place_of_the_secret(state: Path) -> None:
    (state / "secret").unlink()
    (state / "secret").mkdir()


def link_the_secret(state: Path) -> None:
    (state / "secret").rename(state / "elsewhere")
    (state / "secret").symlink_to("elsewhere")


def take_the_right_to_read_the_secret(state: Path) -> None:
    (state / "secret").chmod(0)


def remove_the_state(state: Path) -> None:
    shutil.rmtree(state)


@pytest.mark.parametrize(
    "spoil",
    [
        remove_the_secret,
        put_a_folder_in_place_of_the_secret,
        link_the_secret,
        take_the_right_to_read_the_secret,
        remove_the_state,
    ],
)
def test_without_a_secret_that_can_be_read_the_practice_is_printed_without_a_receipt(
    sealing_codex: IsolatedCodex, start_server: StartServer, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    state = tmp_path / "state"
    conversations = Conversations(start_server(sealing_codex, {"PRACTICE_LEDGER_HOME": str(state)}))
    conversations.turn([Say()])
    spoil(state)
    assert_read_without_receipt(conversations)
    assert state.exists() is (spoil is not remove_the_state)


def test_a_shell_that_is_not_given_the_setting_of_the_state_makes_no_receipt(
    make_codex: MakeCodex, marketplace: Path, start_server: StartServer
) -> None:
    policy = '[shell_environment_policy]\ninherit = "core"\n'
    codex = make_codex("core", settings=SANDBOX_SETTINGS + policy)
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    put_on_path(codex, codex.installed(marketplace, PLUGIN))
    conversations = Conversations(start_server(codex))
    variables = ("CODEX_SESSION_ID", "CODEX_THREAD_ID", "CODEX_TOOL_CALL_ID", "PRACTICE_LEDGER_HOME")
    conversations.turn([Shell("; ".join(f'echo "{name} is ${{{name}:+set}}"' for name in variables))])
    for output in conversations.outputs().values():
        assert [f"{name} is set" in output for name in variables] == [True, True, True, False]
    assert_read_without_receipt(conversations)
    assert conversations.told([read(EVIDENCE)]) == everywhere([EVIDENCE])


@pytest.fixture(scope="module")
def older_codex(place: Path, launcher: list[str], model: ScriptedModel, marketplace: Path) -> IsolatedCodex:
    """Codex 0.155, whose shell commands are not told which call they are."""
    root = place / "older"
    codex = IsolatedCodex(
        root,
        codex_install.launcher(codex_install.VALIDATOR),
        model,
        path_first=[STAND_IN],
        environment={"PRACTICE_LEDGER_HOME": str(root / "state")},
        settings=SANDBOX_SETTINGS,
    )
    codex.add_plugin(marketplace, PLUGIN)
    hook_trust.trust_all(codex)
    put_on_path(codex, codex.installed(marketplace, PLUGIN))
    return codex


def test_on_codex_0_155_the_practice_is_printed_without_a_receipt_and_plain_reads_count(
    older_codex: IsolatedCodex, start_server: StartServer
) -> None:
    places = [each for each in PLACES if each.model == PLAIN_SHELL]
    server: AppServer = start_server(older_codex)
    conversations = Conversations(server, places)
    conversations.turn([Shell('echo "the call is ${CODEX_TOOL_CALL_ID:-not named}, $CODEX_VERSION"')])
    assert all("the call is not named" in output for output in conversations.outputs().values())
    assert_read_without_receipt(conversations)
    assert conversations.told([read(EVIDENCE)]) == everywhere([EVIDENCE], places)
