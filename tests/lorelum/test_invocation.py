"""How `lore get` is called, as far as it is understood. [R14.4, R15, R18]"""

from __future__ import annotations

import pytest

from practice_ledger.lorelum.invocation import names_read, read_command, requested_practice, without_host_prefix

READ = "lore get a.b --json"
KEY = "export LORELUM_HOST_KEY='codex'"
SESSION = "export LORELUM_HOST_SESSION_ID='01900000-0000-7000-8000-000000000001'"


def stripped(command: str) -> str:
    return without_host_prefix(command, "codex", "01900000-0000-7000-8000-000000000001")


def test_the_command_of_a_hint_is_a_plain_read_that_is_understood_itself() -> None:
    command = read_command("agentic-coding.context.x")
    assert command == "lore get agentic-coding.context.x"
    assert requested_practice(command.split()[1:]) == "agentic-coding.context.x"


@pytest.mark.parametrize("practice_id", ["", "a", "a.b; rm", "a.b\nx", "$(x).a"])
def test_no_command_is_made_from_what_is_no_practice_id(practice_id: str) -> None:
    with pytest.raises(ValueError, match="Practice id"):
        read_command(practice_id)


@pytest.mark.parametrize("first", ["\n", ";", "; ", ";\t ", "\n  "])
@pytest.mark.parametrize("second", ["\n", ";", "; "])
def test_the_two_exports_of_lorelums_own_plugin_are_taken_off(first: str, second: str) -> None:
    assert stripped(KEY + first + SESSION + second + READ) == READ


@pytest.mark.parametrize(
    "command",
    [
        READ,
        f"{KEY}\n{READ}",
        f"{SESSION}\n{KEY}\n{READ}",
        f"{KEY} {SESSION}\n{READ}",
        f"{KEY} && {SESSION}\n{READ}",
        f" {KEY}\n{SESSION}\n{READ}",
        f"{KEY}\n\n{SESSION}\n{READ}",
        f"{KEY}\n{SESSION.replace('01900000', '01900001')}\n{READ}",
        f"{KEY.replace('codex', 'other')}\n{SESSION}\n{READ}",
        f"{KEY}\n{SESSION.replace(chr(39), chr(34))}\n{READ}",
        f"{KEY}\nexport PATH='/x'\n{SESSION}\n{READ}",
    ],
)
def test_any_other_prefix_stays(command: str) -> None:
    assert stripped(command) == command


def test_a_session_id_that_could_end_its_quotes_is_never_taken_off() -> None:
    hostile = "x'; PATH=/tmp; : 'y"
    command = f"{KEY}\nexport LORELUM_HOST_SESSION_ID='{hostile}'\n{READ}"
    assert without_host_prefix(command, "codex", hostile) == command


def test_only_one_prefix_is_taken_off() -> None:
    prefix = f"{KEY}\n{SESSION}\n"
    assert stripped(prefix * 2 + READ) == prefix + READ


@pytest.mark.parametrize(
    "command",
    [
        READ,
        "lore --json get a.b | jq .",
        "lore --store-root /x get a.b",
        "for i in a.b; do lore get $i; done",
        "X=$(lore get a.b)",
        "/usr/bin/lore get a.b",
        "cd x && 'lore' get a.b",
        "cd lore; lore get a.b",
        "lore query x; lore get a.b",
    ],
)
def test_a_command_with_a_read_in_any_form_names_one(command: str) -> None:
    assert names_read(command)


@pytest.mark.parametrize(
    "command",
    ["", "ls", "lore", "lore query get", "git get lore", "explore get", "cat lore; get x -- lore", "lore --json"],
)
def test_a_command_without_a_read_names_none(command: str) -> None:
    assert not names_read(command)
