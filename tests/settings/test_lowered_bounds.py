"""Lowered bounds hold at once, and never make what was stored under higher ones look damaged."""

from __future__ import annotations

import ast
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import practice_ledger
from host_drivers.codex import CodexDriver
from practice_ledger import bounds
from practice_ledger.contract.candidate import Candidate
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.hint.rendering import render
from practice_ledger.ledger.document import decode, encode, new_conversation
from practice_ledger.sealing import receipt_models
from practice_ledger.settings.settings_models import SettingsFile
from practice_ledger.storage import diagnostics
from practice_ledger.storage.private_folder import PrivateFolder

PACKAGE = Path(practice_ledger.__file__).parent
LONG: dict[str, Any] = {
    "title": "t" * bounds.TITLE_BYTES,
    "applies_when": "w" * bounds.APPLIES_WHEN_BYTES,
    "packs": [f"{number:0{bounds.PACK_NAME_BYTES}d}" for number in range(bounds.SOURCE_PACKS)],
}


@pytest.fixture
def host(state_path: Path) -> Iterator[CodexDriver]:
    """Has read 32 Practices, each as large as may be, the newest `some.p31`."""
    driver = CodexDriver()
    driver.send(driver.start("a"))
    for number in range(bounds.CANDIDATES_PER_ROOT):
        driver.read("a", f"some.p{number}", call=None, **(LONG if number % 2 else {}))
    yield driver
    assert not (state_path / "damaged").exists(), "something was taken for damaged"


def stored(state_path: Path) -> dict[str, Any]:
    name = ConversationKey("codex", "a").hashed()
    found: dict[str, Any] = json.loads((state_path / f"conversations/{name}.json").read_text())
    return found


def ids(candidates: list[dict[str, Any]]) -> list[str]:
    return [held["practice_id"] for held in candidates]


def lines(hint: str) -> list[str]:
    return [line for line in hint.splitlines() if line.startswith("- id ")]


def test_each_bound_can_be_lowered_to_its_least_and_stays_above_nothing() -> None:
    for name, least in bounds.LEAST.items():
        assert 0 <= least < bounds.CEILINGS[name]
        assert type(bounds.CEILINGS[name]) in (type(least), float)
    bounds.lower(bounds.LEAST)
    assert {name: getattr(bounds, name) for name in bounds.LEAST} == bounds.LEAST
    bounds.lower({})
    assert {name: getattr(bounds, name) for name in bounds.LEAST} == bounds.CEILINGS


def test_the_settings_know_exactly_the_bounds_that_may_be_lowered() -> None:
    table = SettingsFile.model_fields["bounds"].annotation
    assert table
    (model,) = [each for each in table.__args__ if each is not type(None)]
    assert set(model.model_fields) == {name.lower() for name in bounds.LEAST}


def test_what_follows_the_number_of_conversations_shrinks_with_it() -> None:
    for roots, at_once, young in ((512, 32, 32), (256, 16, 16), (20, 1, 1), (1, 1, 1)):
        bounds.lower({"ROOTS": roots})
        assert at_once == bounds.ROOTS_DROPPED_AT_ONCE
        assert young == bounds.YOUNG_ROOTS


def test_one_candidate_is_never_larger_than_all_together() -> None:
    bounds.lower({"CANDIDATES_BYTES_PER_ROOT": 2000})
    assert bounds.CANDIDATE_BYTES == 2000
    bounds.lower({"CANDIDATES_BYTES_PER_ROOT": 2000, "CANDIDATE_BYTES": 1500})
    assert bounds.CANDIDATE_BYTES == 1500


def test_no_module_takes_a_lowerable_bound_at_import() -> None:
    """In a model it would make older documents look damaged, in a default it would be too early."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        found += [
            f"{path.name}: import"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "practice_ledger.bounds"
        ]
        bodies = [
            node
            for function in ast.walk(tree)
            if isinstance(function, (ast.FunctionDef, ast.Lambda))
            for node in (function.body if isinstance(function.body, list) else [function.body])
        ]
        late = {id(node) for body in bodies for node in ast.walk(body)}
        found += [
            f"{path.name}: {node.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and node.attr in bounds.LEAST
            and isinstance(node.value, ast.Name)
            and node.value.id == "bounds"
            and (id(node) not in late or path.name.endswith("_models.py"))
        ]
    assert found == []


def test_a_document_of_higher_bounds_is_read_whole(host: CodexDriver, state_path: Path) -> None:
    name = ConversationKey("codex", "a").hashed()
    before = stored(state_path)
    bounds.lower(bounds.LEAST)
    assert ids(before["candidates"]) == [
        held.practice_id for held in decode(name, json.dumps(before).encode()).candidates
    ]


def test_a_receipt_of_higher_bounds_is_read_but_not_recorded() -> None:
    body = {"id": "a.b", "digest": "a" * 64, "title": "T", "applies_when": None, "packs": LONG["packs"]}
    tags = dict.fromkeys(("session", "thread", "call", "epoch"), "0" * 16)
    bounds.lower({"SOURCE_PACKS": 1})
    assert len(receipt_models.Receipt.model_validate(body | tags).packs) == bounds.CEILINGS["SOURCE_PACKS"]
    conversation = new_conversation(0)
    assert conversation.record(PracticeRead("a.b", "a" * 64, "T", None, LONG["packs"]), 0) == "rejected"


@pytest.mark.parametrize(
    ("lowered", "kept"),
    [
        ({"CANDIDATES_PER_ROOT": 1}, ["some.p31"]),
        ({"CANDIDATES_PER_ROOT": 3}, ["some.p29", "some.p30", "some.p31"]),
        ({"CANDIDATES_BYTES_PER_ROOT": 1024}, ["some.p28", "some.p30"]),
        ({"TITLE_BYTES": 64, "CANDIDATES_PER_ROOT": 2}, ["some.p28", "some.p30"]),
        ({"SOURCE_PACKS": 1, "CANDIDATES_PER_ROOT": 2}, ["some.p28", "some.p30"]),
        ({"PACK_NAME_BYTES": 32, "CANDIDATES_PER_ROOT": 2}, ["some.p28", "some.p30"]),
        ({"CANDIDATE_BYTES": 1024, "CANDIDATES_PER_ROOT": 2}, ["some.p28", "some.p30"]),
    ],
)
def test_what_exceeds_a_lowered_bound_is_not_told_and_goes_with_the_next_write(
    lowered: dict[str, float], kept: list[str], host: CodexDriver, state_path: Path
) -> None:
    bounds.lower(lowered)
    hint = host.hint("a")
    told = [line.split('"')[1] for line in lines(hint)]
    assert told == [each for each in kept[::-1] if each in told] != []
    assert (f"({len(kept) - len(told)} more not shown.)" in hint) == (len(told) < len(kept))
    assert len(stored(state_path)["candidates"]) > len(kept), "telling a child writes nothing"
    host.send(host.begin("a", "next", "lore get a.b --json"))
    assert ids(stored(state_path)["candidates"]) == kept


def test_a_text_beyond_a_lowered_bound_is_left_out_and_marked(host: CodexDriver, state_path: Path) -> None:
    bounds.lower({"APPLIES_WHEN_BYTES": 0})
    assert "applies when" not in host.hint("a")
    host.send(host.begin("a", "next", "lore get a.b --json"))
    for held in stored(state_path)["candidates"]:
        assert (held["applies_when"], held["applies_when_omitted"]) == (None, True)


def test_an_id_beyond_a_lowered_bound_is_neither_told_nor_recorded(state_path: Path) -> None:
    host = CodexDriver()
    host.send(host.start("a"))
    long = "a." + "b" * 100
    host.read("a", long)
    bounds.lower({"PRACTICE_ID_BYTES": 80})
    assert host.hint("a") == ""
    host.read("a", long, call="again")
    assert json.loads((state_path / "tally.json").read_text())["refusals"]["over-budget"]["count"] == 1


def test_calls_beyond_a_lowered_bound_give_way_to_the_newest(host: CodexDriver, state_path: Path) -> None:
    for number in range(10):
        host.send(host.begin("a", f"open-{number}", "lore get a.b --json"))
    newest = stored(state_path)["pending"][-4:]
    bounds.lower({"PENDING_CALLS": 4})
    host.send(host.start("a", "resume"))
    assert stored(state_path)["pending"] == newest


def test_reads_older_than_a_lowered_lifetime_are_not_told(host: CodexDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("practice_ledger.hook_run._now", lambda: int(time.time()) + 3700)
    assert lines(host.hint("a"))
    bounds.lower({"ROOT_LIFETIME": 3600})
    assert host.hint("a") == ""


@pytest.mark.parametrize("roots", [1, 2, 5])
def test_few_conversations_are_kept_and_the_newest_is_one_of_them(roots: int, state_path: Path) -> None:
    host = CodexDriver()
    for number in range(40):
        host.send(host.start(f"c{number}"))
        if number % 3:
            host.read(f"c{number}", "a.b")
    bounds.lower({"ROOTS": roots})
    host.send(host.start("new"))
    assert len(list((state_path / "conversations").iterdir())) == roots
    host.read("new", "a.b")
    assert lines(host.hint("new"))
    host.send(host.start("newer"))
    host.read("newer", "a.b")
    assert len(list((state_path / "conversations").iterdir())) == roots
    assert lines(host.hint("newer"))


def candidate(number: int) -> Candidate:
    return Candidate(
        practice_id=f"agentic-coding.verification.a-practice-with-a-name-of-some-length-{number:02d}",
        content_digest="a" * 64,
        title="A Title as Long as the Longest One That Was Ever Seen in a Pack",
        applies_when="w" * 300,
        applies_when_omitted=False,
        source_packs=["agentic-coding"],
        first_recorded_at=0,
        last_recorded_at=0,
        sequence=number,
    )


@pytest.mark.parametrize("least", [("HINT_BYTES",), ("HINT_ITEMS",), ("HINT_APPLIES_WHEN_BYTES",), None])
def test_the_least_hint_still_tells_of_a_practice(least: tuple[str, ...] | None) -> None:
    bounds.lower({name: bounds.LEAST[name] for name in least or [each for each in bounds.LEAST if "HINT" in each]})
    hint = render([candidate(number) for number in range(10)])
    assert 1 <= len(lines(hint)) <= bounds.HINT_ITEMS
    assert len(hint.encode()) <= bounds.HINT_BYTES
    if not bounds.HINT_APPLIES_WHEN_BYTES:
        assert "applies when" not in hint


def test_an_ordinary_practice_fits_under_the_least_of_all_bounds() -> None:
    bounds.lower({name: value for name, value in bounds.LEAST.items() if name != "APPLIES_WHEN_BYTES"})
    conversation = new_conversation(0)
    usual = candidate(0)
    read = PracticeRead(usual.practice_id, "a" * 64, usual.title, "w" * 300, usual.source_packs)
    assert conversation.record(read, 0) == "added"
    assert len(conversation.candidates) == 1


def test_any_combination_of_bounds_keeps_the_promises() -> None:
    """Whatever is lowered how far: a document goes to the disk and comes back, within all bounds in force."""
    chance = random.Random(4)  # noqa: S311 - the same in each run
    name = "c" * 64
    conversation = new_conversation(0)
    for round_ in range(200):
        wanted = {
            key: chance.choice(
                [bounds.LEAST[key], bounds.CEILINGS[key], (bounds.LEAST[key] + bounds.CEILINGS[key]) // 2]
            )
            for key in chance.sample(sorted(bounds.LEAST), chance.randint(0, 8))
        }
        bounds.lower(wanted)
        for number in range(3):
            size = chance.choice([1, 60, 250])
            packs = [f"pack-{each}" for each in range(chance.choice([1, 3, 16]))]
            read = PracticeRead(f"some.p{chance.randint(0, 50)}", "a" * 64, "t" * size, "w" * size * 4, packs)
            conversation.record(read, round_ + number)
        conversation.keep_to_lowered_bounds()
        conversation = decode(name, encode(name, conversation))
        told = conversation.live_candidates(round_)
        assert len(told) == len(conversation.candidates) <= bounds.CANDIDATES_PER_ROOT
        assert all(len(held.title) <= bounds.TITLE_BYTES for held in told)
        assert all(len(held.source_packs) <= bounds.SOURCE_PACKS for held in told)
        assert len(encode(name, conversation)) < bounds.CANDIDATES_BYTES_PER_ROOT + 1000
        assert len(render(told[::-1]).encode()) <= bounds.HINT_BYTES


@pytest.mark.parametrize("limit", [4096, 10_000])
def test_diagnostics_keep_to_a_lowered_bound(limit: int, tmp_path: Path) -> None:
    folder = PrivateFolder.at(str(tmp_path), create=False)
    bounds.lower({"DIAGNOSTICS_BYTES": limit})
    for number in range(1000):
        diagnostics.note(folder, "event", f"fault-{number}")
    assert all(path.stat().st_size <= limit for path in tmp_path.iterdir())


def test_diagnostics_of_a_higher_bound_can_still_be_seen(tmp_path: Path) -> None:
    folder = PrivateFolder.at(str(tmp_path), create=False)
    for number in range(1000):
        diagnostics.note(folder, "event", f"fault-{number}")
    bounds.lower({"DIAGNOSTICS_BYTES": 4096})
    assert sum(len(diagnostics.lines_of(folder, name)) for name in diagnostics.FILES) == 1000


def test_damaged_files_keep_to_a_lowered_bound(state_path: Path) -> None:
    host = CodexDriver()
    for number in range(5):
        host.send(host.start(f"c{number}"))
    bounds.lower({"DAMAGED_FILES": 1})
    for path in (state_path / "conversations").iterdir():
        path.write_text("{")
    for number in range(5):
        host.send(host.start(f"c{number}"))
    assert len(list((state_path / "damaged").iterdir())) == 1
