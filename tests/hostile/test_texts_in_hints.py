"""Whatever a Pack writes, a hint shows it as one quoted string on its item's line, and is else our own. [R18, R20]"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from host_drivers.codex import CodexDriver
from hostile.texts import TEXTS, UNSHOWN, letters
from practice_ledger import bounds
from practice_ledger.contract.candidate import Candidate
from practice_ledger.hint.rendering import render
from practice_ledger.hosts.codex.adapter import TRUNCATION_NOTICES

JSON_STRING = r'"(?:[^"\\]|\\.)*"'
ITEM = re.compile(
    rf"- id ({JSON_STRING}), title ({JSON_STRING}), digest ({JSON_STRING}), packs ({JSON_STRING})"
    rf"(?:, applies when ({JSON_STRING})(?: \(cut\))?)?"
)


def candidate(title: str, applies_when: str | None = None, number: int = 0) -> Candidate:
    return Candidate(
        practice_id=f"pack.practice-{number}",
        content_digest="0123456789abcdef" * 4,
        title=title,
        applies_when=applies_when,
        applies_when_omitted=False,
        source_packs=["pack"],
        first_recorded_at=0,
        last_recorded_at=0,
        sequence=number,
    )


OWN_LINES = render([candidate("T")]).split("\n")[:-1]


def item(hint: str) -> list[str]:
    """The values of the only item, if the hint is our own text, word for word, and that item on one line."""
    *own, last = hint.split("\n")
    assert own == OWN_LINES
    assert hint.splitlines() == [*own, last], "no other kind of line break"
    found = ITEM.fullmatch(last)
    assert found, last
    return [json.loads(value) for value in found.groups() if value is not None]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_stays_on_the_line_of_its_item_and_in_its_quotes(text: str) -> None:
    hint = render([candidate(text, text)])
    _, title, _, _, applies_when = item(hint)
    assert title == applies_when
    assert letters(title) == letters(text), "what can be read of it is not changed"
    assert not UNSHOWN.search(title)
    assert not set(hint.split("\n")[-1]) & set("<>`")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_that_a_root_read_reaches_its_child_as_quoted_data(text: str, state_path: Path) -> None:
    driver = CodexDriver()
    driver.send(driver.start("s"))
    driver.read("s", "pack.one", title=text, applies_when=text)
    hint = driver.hint("s")
    if "\ud800" in text or any(notice in text for notice in TRUNCATION_NOTICES):
        assert hint == "", "an answer that is no text, or that the host may have cut, proves nothing"
        return
    practice_id, title, _, pack, applies_when = item(hint)
    assert (practice_id, pack) == ("pack.one", "agentic-coding")
    assert title == applies_when == item(render([candidate(text)]))[1]


@pytest.mark.parametrize("first", range(0, len(TEXTS), bounds.HINT_ITEMS))
def test_hostile_neighbours_do_not_change_each_others_lines(first: int) -> None:
    texts = list(TEXTS.values())[first : first + bounds.HINT_ITEMS]
    together = render([candidate(text, None, number) for number, text in enumerate(texts)]).split("\n")
    alone = [render([candidate(text, None, number)]).split("\n")[-1] for number, text in enumerate(texts)]
    assert together == OWN_LINES + alone


def test_the_texts_are_many_and_of_many_kinds() -> None:
    kinds = {entry["script"] for entry in json.loads(Path(__file__).with_name("texts.json").read_text("ascii"))}
    assert len(TEXTS) >= 60
    assert kinds >= {"English", "Chinese", "Arabic", "Hebrew", "Cyrillic", "ANSI", "OSC", "DCS", "Markdown", "JSON"}
