"""What is recorded, for every host. [R1, R7, R8, R9, R14.1 to R14.3]"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host_drivers.codex import CodexDriver
from host_drivers.driver import HostDriver
from host_drivers.notebook import NotebookDriver
from lorelum_answers import OTHER_PRACTICE, PRACTICE, line
from practice_ledger import bounds
from practice_ledger.contract.candidate import RESULTS

READ = f"lore get {PRACTICE} --json"


def tally(state_path: Path) -> dict[str, dict[str, int]]:
    found = json.loads((state_path / "tally.json").read_text())
    return {kind: {word: count["count"] for word, count in found[kind].items()} for kind in ("results", "refusals")}


def stored(state_path: Path) -> list[dict[str, Any]]:
    """The candidates of the only conversation as they lie on the disk."""
    (document,) = state_path.glob("conversations/*.json")
    candidates: list[dict[str, Any]] = json.loads(document.read_text())["candidates"]
    return candidates


def items(hint: str) -> list[str]:
    """The ids that a hint names, in order."""
    return [piece.split('"')[1] for piece in hint.splitlines() if piece.startswith("- id ")]


def test_a_read_of_the_root_is_told_to_the_next_child(host: HostDriver) -> None:
    host.send(host.start("a"))
    host.read("a")
    assert items(host.hint("a")) == [PRACTICE]


def test_a_conversation_without_reads_tells_its_children_nothing_at_all(host: HostDriver) -> None:
    host.send(host.start("a"))
    assert host.send(host.child("a", "agent-1")) == b""


def test_a_child_of_an_unknown_conversation_is_told_nothing_and_makes_no_state(
    host: HostDriver, state_path: Path
) -> None:
    assert host.send(host.child("never seen", "agent-1")) == b""
    assert not list(state_path.glob("conversations/*"))


def test_the_end_of_an_unknown_conversation_does_not_make_it_known(host: HostDriver, state_path: Path) -> None:
    host.send(host.end("never seen"))
    assert not list(state_path.glob("conversations/*"))


def test_another_conversation_is_told_nothing(host: HostDriver) -> None:
    host.send(host.start("a"))
    host.send(host.start("b"))
    host.read("a")
    assert host.hint("b") == ""


def test_the_same_name_at_another_host_is_another_conversation(state_path: Path) -> None:
    one, other = CodexDriver(), NotebookDriver()
    for host in (one, other):
        host.send(host.start("a"))
    one.read("a")
    assert other.hint("a") == ""
    assert items(one.hint("a")) == [PRACTICE]


def test_the_most_recent_read_stands_first(host: HostDriver) -> None:
    host.send(host.start("a"))
    host.read("a", PRACTICE)
    host.read("a", OTHER_PRACTICE)
    assert items(host.hint("a")) == [OTHER_PRACTICE, PRACTICE]
    host.read("a", PRACTICE)
    assert items(host.hint("a")) == [PRACTICE, OTHER_PRACTICE]


def test_the_order_is_that_of_commits_whatever_the_clock_says(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    for days, practice_id in ((0, PRACTICE), (-1, OTHER_PRACTICE), (-2, "third.practice"), (-3, PRACTICE)):
        set_days(days)
        host.read("a", practice_id)
    assert items(host.hint("a")) == [PRACTICE, "third.practice", OTHER_PRACTICE]
    numbers = {held["practice_id"]: held["sequence"] for held in stored(state_path)}
    assert numbers == {OTHER_PRACTICE: 2, "third.practice": 3, PRACTICE: 4}


def test_a_repeated_read_keeps_its_first_time_and_takes_the_newest(
    host: HostDriver, state_path: Path, set_days: Callable[[float], None]
) -> None:
    host.send(host.start("a"))
    host.read("a")
    (first,) = stored(state_path)
    set_days(3)
    host.read("a")
    (again,) = stored(state_path)
    assert again["first_recorded_at"] == first["first_recorded_at"] == first["last_recorded_at"]
    assert again["last_recorded_at"] == first["last_recorded_at"] + 3 * 24 * 3600


def test_a_repeated_read_is_one_entry_with_the_packs_of_the_newest(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", packs=["first-pack"])
    host.read("a", packs=["second-pack", "another-pack", "second-pack"])
    assert tally(state_path)["results"] == {"added": 1, "repeated": 1}
    hint = host.hint("a")
    assert items(hint) == [PRACTICE]
    assert 'packs "another-pack", "second-pack"' in hint
    assert "first-pack" not in hint


def test_new_content_replaces_the_entry(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", digest="a" * 64, title="Old")
    host.read("a", digest="b" * 64, title="New")
    assert tally(state_path)["results"] == {"added": 1, "replaced": 1}
    hint = host.hint("a")
    assert items(hint) == [PRACTICE]
    assert '"bbbbbbbbbbbb"' in hint
    assert "Old" not in hint


def test_a_read_before_the_conversation_was_announced_is_not_recorded(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("other"))
    host.read("a")
    host.send(host.start("a"))
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"]["not-announced"] >= 1


def test_the_read_of_a_child_is_not_recorded(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    assert host.send(host.by_child(host.begin("a", "c1", READ))) == b""
    assert host.send(host.by_child(host.finish("a", "c1", READ, line()))) == b""
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"]["subagent"] >= 1


def test_an_end_without_a_beginning_records_nothing(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"] == {"not-begun": 1}


def test_a_second_end_of_a_call_changes_nothing(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", call="c1", title="First")
    host.send(host.finish("a", "c1", READ, line(title="Second", digest="b" * 64)))
    assert "Second" not in host.hint("a")
    assert tally(state_path)["refusals"] == {"not-begun": 1}


def test_an_end_whose_output_proves_nothing_uses_the_beginning_up(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    host.send(host.finish("a", "c1", READ, "text for people\n"))
    host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"] == {"not-json": 1, "not-begun": 1}


def test_two_beginnings_under_one_name_refuse_both_ends(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    for _ in range(2):
        host.send(host.begin("a", "c1", READ))
    for _ in range(2):
        host.send(host.finish("a", "c1", READ, line()))
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"] == {"begun-twice": 2}


@pytest.mark.parametrize(
    ("command", "practice_id"),
    [(f"lore get {OTHER_PRACTICE} --json", OTHER_PRACTICE), (f"{READ} ", PRACTICE), (f"{READ}\n", PRACTICE)],
)
def test_an_end_with_another_command_records_nothing(
    host: HostDriver, state_path: Path, command: str, practice_id: str
) -> None:
    host.send(host.start("a"))
    host.send(host.begin("a", "c1", READ))
    host.send(host.finish("a", "c1", command, line(practice_id)))
    assert host.hint("a") == ""
    assert tally(state_path)["refusals"] == {"command-changed": 1}


def test_two_reads_of_one_call_are_both_recorded(host: HostDriver) -> None:
    host.send(host.start("a"))
    command = f"{READ} && lore get {OTHER_PRACTICE} --json"
    host.send(host.begin("a", "c1", command))
    host.send(host.finish("a", "c1", command, line() + line(OTHER_PRACTICE)))
    assert items(host.hint("a")) == [OTHER_PRACTICE, PRACTICE]


def test_parallel_calls_are_both_recorded(host: HostDriver) -> None:
    host.send(host.start("a"))
    other = f"lore get {OTHER_PRACTICE} --json"
    host.send(host.begin("a", "c1", READ))
    host.send(host.begin("a", "c2", other))
    host.send(host.finish("a", "c2", other, line(OTHER_PRACTICE)))
    host.send(host.finish("a", "c1", READ, line()))
    assert items(host.hint("a")) == [PRACTICE, OTHER_PRACTICE]


def test_only_so_many_calls_may_be_open_and_the_oldest_gives_way(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    for number in range(bounds.PENDING_CALLS + 1):
        host.send(host.begin("a", f"c{number}", READ))
    host.send(host.finish("a", "c0", READ, line()))
    assert tally(state_path)["refusals"] == {"not-begun": 1}
    host.send(host.finish("a", "c1", READ, line()))
    assert items(host.hint("a")) == [PRACTICE]


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({"title": "t" * bounds.TITLE_BYTES}, "added"),
        ({"title": "t" * (bounds.TITLE_BYTES + 1)}, "rejected"),
        ({"title": "\u00e9" * (bounds.TITLE_BYTES // 2 + 1)}, "rejected"),
        ({"packs": [f"pack-{number}" for number in range(bounds.SOURCE_PACKS)]}, "added"),
        ({"packs": [f"pack-{number}" for number in range(bounds.SOURCE_PACKS + 1)]}, "rejected"),
    ],
)
def test_a_read_over_its_budget_is_skipped_whole(
    host: HostDriver, state_path: Path, changes: dict[str, Any], result: str
) -> None:
    assert result in RESULTS
    host.send(host.start("a"))
    host.read("a", **changes)
    assert tally(state_path)["results"] == {result: 1}
    assert items(host.hint("a")) == ([PRACTICE] if result == "added" else [])


def test_a_read_over_its_budget_leaves_the_entry_that_was_there(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", title="Old")
    before = stored(state_path)
    host.read("a", digest="b" * 64, title="t" * (bounds.TITLE_BYTES + 1))
    assert stored(state_path) == before
    assert tally(state_path)["results"] == {"added": 1, "rejected": 1}


def test_an_applies_when_of_just_its_bound_is_kept(host: HostDriver, state_path: Path) -> None:
    host.send(host.start("a"))
    host.read("a", applies_when="w" * bounds.APPLIES_WHEN_BYTES)
    (candidate,) = stored(state_path)
    assert candidate["applies_when"] == "w" * bounds.APPLIES_WHEN_BYTES
    assert candidate["applies_when_omitted"] is False


@pytest.mark.parametrize(
    "text",
    [
        "w" * (bounds.APPLIES_WHEN_BYTES + 1),
        "\u00e9" * (bounds.APPLIES_WHEN_BYTES // 2 + 1),
        "\x01" * bounds.APPLIES_WHEN_BYTES,
    ],
)
def test_an_applies_when_that_is_too_long_is_left_out_whole_and_marked(
    host: HostDriver, state_path: Path, text: str
) -> None:
    host.send(host.start("a"))
    host.read("a", applies_when=text)
    assert items(host.hint("a")) == [PRACTICE]
    (candidate,) = stored(state_path)
    assert candidate["applies_when"] is None
    assert candidate["applies_when_omitted"] is True
