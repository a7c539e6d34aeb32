"""`practice-ledger status`"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from kept_state import opened
from practice_ledger import bounds
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.verbs.status import RESULTS
from practice_ledger.contract import candidate
from practice_ledger.contract.host_events import HOST_EVENTS
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.refusals import REASONS, TEXT_READ

from .conftest import unreadable

if TYPE_CHECKING:
    from commands.conftest import Ran

TEXT = "# Be brief\n\nSay what matters and stop.\n\nPacks: agentic-coding\n"


def text_read(codex: CodexDriver, conversation: str, command: str = "lore get some.practice") -> None:
    codex.send(codex.begin(conversation, "c9", command))
    codex.send(codex.finish(conversation, "c9", command, TEXT))


def test_it_counts_what_is_remembered(run: Callable[..., Ran], codex: CodexDriver) -> None:
    status = run("status", "--json").result
    assert (status["conversations"], status["with_candidates"], status["candidates"]) == (3, 2, 3)
    assert "3 Practices in 2 conversations; 1 other without any" in run("status").text


def test_every_event_is_named_with_its_count_or_never(run: Callable[..., Ran], codex: CodexDriver) -> None:
    events = {
        event["word"]: (event["count"], event["last"] is None) for event in run("status", "--json").result["events"]
    }
    assert events == {
        "root-opened": (3, False),
        "root-ended": (1, False),
        "call-begun": (3, False),
        "call-finished": (3, False),
        "sealed-call-finished": (0, True),
        "child-started": (0, True),
    }
    line = next(line for line in run("status").text.splitlines() if line.startswith("child-started"))
    assert line.split()[:3] == ["child-started", "0", "never"]


def test_every_event_that_a_host_of_ours_can_see_is_in_plain_words() -> None:
    seen = set()
    for path in (Path(practice_ledger.__file__).parent / "hosts").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "saw":
                assert isinstance(node.args[0], ast.Constant)
                seen.add(node.args[0].value)
    assert seen == set(HOST_EVENTS)
    assert set(RESULTS) == set(candidate.RESULTS)


@pytest.mark.parametrize("command", ["lore get some.practice", "lore get some.practice 2>/dev/null"])
def test_a_read_of_text_is_counted_and_what_to_do_is_said(
    run: Callable[..., Ran], state_path: Path, command: str
) -> None:
    codex = CodexDriver()
    codex.send(codex.start("a"))
    text_read(codex, "a", command)
    status = run("status", "--json").result
    assert [(refusal["word"], refusal["count"]) for refusal in status["refusals"]] == [(TEXT_READ, 1)]
    assert status["refusals"][0]["meaning"] == REASONS[TEXT_READ]
    (advice,) = status["advice"]
    assert "practice-ledger read <id>" in advice
    assert "the usual reason why nothing is remembered" in advice
    codex.read("a")
    assert "the usual reason" not in run("status", "--json").result["advice"][0]


def test_refusals_stand_with_their_sentence_the_most_frequent_first(
    run: Callable[..., Ran], codex: CodexDriver
) -> None:
    codex.send(b"{")
    for _ in range(2):
        codex.send(codex.by_child(codex.begin("two", "c5", "lore get a.b --json")))
        codex.send(codex.by_child(codex.finish("two", "c5", "lore get a.b --json", "")))
    refusals = run("status", "--json").result["refusals"]
    assert [(each["word"], each["count"], each["meaning"]) for each in refusals] == [
        ("subagent", 2, REASONS["subagent"]),
        ("payload", 1, REASONS["payload"]),
    ]
    text = run("status").text
    assert text.index(REASONS["subagent"]) < text.index(REASONS["payload"])


def test_hooks_that_never_ran_are_said_with_the_usual_reason(run: Callable[..., Ran], state_path: Path) -> None:
    status = run("status", "--json").result
    assert status["ever_ran"] is False
    assert "never run" in status["advice"][0]
    assert "not trusted" in status["advice"][0]
    assert "not trusted" in run("status").text


def test_files_that_could_not_be_looked_into_are_said_to_be_there(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    (state_path / "conversations" / f"{'ab' * 32}.json").write_text("{")
    assert "1 file could not be looked into" in run("status").text


@pytest.mark.parametrize("how", ["forgotten", "damaged"])
def test_counts_that_are_gone_are_no_reason_to_say_that_hooks_never_ran(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path, how: str
) -> None:
    (state_path / "tally.json").write_text("{")
    if how == "forgotten":
        run("forget", "--all", "--yes")
    status = run("status", "--json").result
    assert status["ever_ran"] is True
    assert "begin anew" in status["advice"][0]


def test_counts_of_a_newer_version_are_said_to_be(
    run: Callable[..., Ran], codex: CodexDriver, state_path: Path
) -> None:
    (state_path / "tally.json").write_text('{"version":2}')
    status = run("status", "--json").result
    assert status["counts_fault"] == "newer"
    assert "newer version" in status["advice"][0]


def test_sizes_stand_against_their_bounds(run: Callable[..., Ran], codex: CodexDriver, state_path: Path) -> None:
    (state_path / "conversations" / f"{ConversationKey('codex', 'none').hashed()}.json").write_text("{")
    codex.send(codex.start("none"))
    codex.send(b"{")
    (state_path / "notes").write_text("mine")
    status = run("status", "--json").result
    sizes = {size["what"]: size for size in status["sizes"]}
    documents = list((state_path / "conversations").iterdir())
    assert (sizes["conversations"]["count"], sizes["conversations"]["most"]) == (len(documents), bounds.ROOTS)
    assert sizes["conversations"]["bytes"] == sum(path.stat().st_size for path in documents)
    assert (sizes["damaged files set aside"]["count"], sizes["damaged files set aside"]["most"]) == (1, 8)
    assert sizes["diagnostics"]["bytes"] == (state_path / "diagnostics.log").stat().st_size
    assert status["foreign"] == 1


def test_it_waits_for_no_lock(run: Callable[..., Ran], codex: CodexDriver, state_path: Path) -> None:
    with opened(state_path) as other, other.locked("tally.lock"), other.locked("roots.lock"):
        assert run("status", "--json").result["candidates"] == 3


@pytest.mark.parametrize(
    ("setting", "said"), [("enabled = false", "no: your settings"), ("hints = false", "hints off")]
)
def test_what_the_settings_switch_off_is_said(
    run: Callable[..., Ran],
    codex: CodexDriver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    setting: str,
    said: str,
) -> None:
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"{setting}\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert said in run("status").text.splitlines()[0]


def test_a_product_that_is_switched_off_is_not_said_to_be_untrusted(
    run: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config" / "practice-ledger" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("enabled = false\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (advice,) = run("status", "--json").result["advice"]
    assert "switch the product off" in advice
    assert "trusted" not in advice


def test_counts_that_cannot_be_read_hide_nothing_else(
    run: Callable[..., Ran], codex: CodexDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable(monkeypatch, "tally.json")
    done = run("status", "--json")
    assert done.status == ExitStatus.PARTLY
    assert (done.result["counts_fault"], done.result["candidates"]) == ("unreadable", 3)
    assert "cannot be read" in done.result["advice"][0]
