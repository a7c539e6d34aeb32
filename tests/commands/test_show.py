"""`practice-ledger show`"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from host_drivers.codex import CodexDriver
from lorelum_answers import PRACTICE
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.contract.identity import ConversationKey

if TYPE_CHECKING:
    from commands.conftest import Ran


def test_the_candidates_are_shown_the_last_read_first(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    shown = run("show", handle_of("two"), "--json").result
    assert [read["practice_id"] for read in shown["candidates"]] == ["some.other-practice", PRACTICE]
    assert shown["candidates"][0]["title"] == "Another title"
    assert (shown["host"], shown["ended"]) == ("codex", False)
    text = run("show", handle_of("two")).text
    for read in shown["candidates"]:
        for value in (read["practice_id"], read["title"], read["content_digest"][:12], *read["source_packs"]):
            assert value in text.partition("A subagent")[0]


def test_the_hint_is_the_very_one_that_a_child_gets_now_with_its_bytes(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    hint = codex.hint("two")
    shown = run("show", handle_of("two"), "--json").result
    assert (shown["hint"], shown["hint_bytes"]) == (hint, len(hint.encode()))
    text = run("show", handle_of("two")).text
    assert text.endswith(f"({len(hint.encode())} bytes):\n{hint}\n")


def test_a_conversation_without_candidates_says_so(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    shown = run("show", handle_of("none"))
    assert "Nothing is remembered of it." in shown.text
    assert "is told nothing" in shown.text


@pytest.mark.parametrize("setting", ["hints = false", "enabled = false"])
def test_hints_that_are_switched_off_are_said_to_be(
    run: Callable[..., Ran],
    codex: CodexDriver,
    handle_of: Callable[[str], str],
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting: str,
) -> None:
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"{setting}\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    shown = run("show", handle_of("two"), "--json").result
    assert (shown["hint"], shown["hints_enabled"], len(shown["candidates"])) == ("", False, 2)
    assert "your settings switch" in run("show", handle_of("two")).text


def test_text_of_packs_steers_no_terminal(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    codex.read("two", "evil.practice", title="a\x1b[31mb\u202ec", applies_when="x\x07\x9by")
    shown = run("show", handle_of("two"))
    assert "a[31mbc" in shown.text
    assert not set(shown.text) & set("\x1b\u202e\x07\x9b")
    assert run("show", handle_of("two"), "--json").text.isascii()


@pytest.mark.parametrize("digits", [4, 5, 6, 7, 20, 64])
def test_any_unique_beginning_of_the_hash_names_a_conversation(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str], digits: int
) -> None:
    name = ConversationKey("codex", "two").hashed()
    assert run("show", name[:digits], "--json").result["handle"] == handle_of("two")


def test_an_ambiguous_beginning_names_those_that_it_may_mean(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    name = ConversationKey("codex", "two").hashed()
    document = json.loads((state_path / "conversations" / f"{name}.json").read_text())
    other = name[:7] + ("0" if name[7] != "0" else "1") * 57
    (state_path / "conversations" / f"{other}.json").write_text(json.dumps(document | {"conversation": other}))
    done = run("show", name[:6], "--json")
    assert (done.status, done.document["error"]["code"]) == (ExitStatus.NOT_FOUND, "ambiguous")
    assert name[:8] in done.error
    assert other[:8] in done.error
    assert run("show", name[:8], "--json").result["handle"] == name[:8]


@pytest.mark.parametrize("word", ["ffffff", "abc", "", "x/../y", "\x1b[31m", "*"])
def test_a_handle_that_names_none_is_said_harmlessly(run: Callable[..., Ran], codex: CodexDriver, word: str) -> None:
    done = run("show", word)
    assert (done.status, done.text) == (ExitStatus.NOT_FOUND, "")
    assert "list" in done.error
    assert "\x1b" not in done.error


@pytest.mark.parametrize(("content", "code"), [("{", "damaged"), ('{"version":2}', "newer")])
def test_a_file_that_cannot_be_used_is_said(
    run: Callable[..., Ran],
    codex: CodexDriver,
    state_path: Path,
    handle_of: Callable[[str], str],
    *,
    content: str,
    code: str,
) -> None:
    (state_path / "conversations" / f"{ConversationKey('codex', 'two').hashed()}.json").write_text(content)
    done = run("show", handle_of("two"), "--json")
    assert (done.status, done.document["error"]["code"]) == (ExitStatus.FAILED, code)


def test_what_was_set_aside_is_said_to_be(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, handle_of: Callable[[str], str]
) -> None:
    (state_path / "conversations" / f"{ConversationKey('codex', 'two').hashed()}.json").write_text("{")
    codex.send(codex.end("two"))
    done = run("show", handle_of("two"), "--json")
    assert (done.status, done.document["error"]["code"]) == (ExitStatus.FAILED, "set-aside")


def test_a_handle_may_be_pasted_with_what_stands_around_it(
    run: Callable[..., Ran], codex: CodexDriver, handle_of: Callable[[str], str]
) -> None:
    whole = handle_of("two")
    for pasted in (f" {whole} ", f"{whole}.json", whole.upper()):
        assert run("show", pasted, "--json").result["handle"] == whole


def test_what_cannot_be_a_handle_is_said_to_be_none(run: Callable[..., Ran], codex: CodexDriver) -> None:
    assert "hex digits" in run("show", "zzzzzz").error
