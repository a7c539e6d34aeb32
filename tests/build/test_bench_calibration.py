"""The figures behind the bounds are those of the code as it is, and every bound has its row. [R11, R19, R20]"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import pages
from bench.calibration import page, roots, sessions
from bench.calibration.hints import spent
from bench.calibration.other_bounds import with_bounds
from bench.calibration.sizes import conversation_of, largest
from bench.practices import ENGLISH, practices
from practice_ledger import bounds
from practice_ledger.hint.rendering import render

SOURCE = Path(bounds.__file__).read_text(encoding="utf-8")
MARKED = re.findall(r"^([A-Z_]+) = .*# \[0006\]", SOURCE, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def worked_out() -> str:
    return page.quick()


def test_the_page_holds_what_the_code_comes_to(worked_out: str) -> None:
    """If this fails: `python3 build bench --calibrate`, then see whether a bound has to change."""
    assert pages.taken(page.PAGE, "calibration") == worked_out


def test_every_bound_of_a_conversation_of_all_of_them_and_of_the_hint_has_a_row_and_cites_it(worked_out: str) -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([\d,]+) \| .+ \| .+ \|$", worked_out, flags=re.MULTILINE))
    sections = re.split(r"^# --- ", SOURCE, flags=re.MULTILINE)
    meant = [
        name
        for section in sections
        if section.startswith(("one conversation", "all conversations", "the hint"))
        for name in re.findall(r"^([A-Z_]+) = ", section, flags=re.MULTILINE)
    ]
    assert len(meant) == 17
    assert sorted(rows) == sorted(MARKED) == sorted(meant)
    assert {name: int(value.replace(",", "")) for name, value in rows.items()} == {
        name: getattr(bounds, name) for name in meant
    }


def test_a_candidate_at_all_of_its_bounds_is_kept_whole_but_in_scripts_of_two_byte_letters() -> None:
    letters = ("a", "\N{CJK UNIFIED IDEOGRAPH-4E2D}", "\N{CYRILLIC SMALL LETTER A}")
    assert [largest(letter).applies_when_omitted for letter in letters] == [False, False, True]


def test_the_shares_of_a_hint_are_counted_from_its_text() -> None:
    practice = min(practices(ENGLISH), key=lambda one: len(one.applies_when))
    held = conversation_of([practice.read()]).candidates
    session = sessions.Session([held, held])
    found = spent([session])
    text = render(held)

    assert (found.hints, found.items, found.named, found.with_text, found.differing) == (2, 1.0, 1.0, 1.0, 0.0)
    shares = {"ids": practice.practice_id, "titles": practice.title, "texts": practice.applies_when}
    assert {name: getattr(found, name) for name in shares} == {
        name: pytest.approx(len(value) / len(text)) for name, value in shares.items()
    }
    assert found.preamble == pytest.approx(1 - len(text.splitlines()[-1]) / len(text))


def test_another_bound_changes_what_the_rules_come_to_and_is_put_back() -> None:
    found = sessions.simulated(practices(ENGLISH))
    before = spent(found)
    with with_bounds(HINT_ITEMS=2):
        assert spent(found).items <= 2
    assert spent(found) == before


def test_a_session_loses_only_what_the_bound_of_candidates_evicts() -> None:
    assert any(one.read - one.held for one in sessions.simulated(practices(ENGLISH)))
    with with_bounds(CANDIDATES_PER_ROOT=34):
        assert not any(one.read - one.held for one in sessions.simulated(practices(ENGLISH)))


def test_weeks_with_room_for_all_forget_nothing_and_weeks_without_do() -> None:
    roomy = roots.simulated(4)
    with with_bounds(ROOTS=8, ROOTS_DROPPED_AT_ONCE=2, YOUNG_ROOTS=1):
        crowded = roots.simulated(4)

    assert roomy.started == crowded.started == 4 * roots.DAYS
    assert roomy.resumed > 0
    assert (roomy.forgotten, roomy.unannounced) == (0, 0)
    assert crowded.most_on_disk == 8
    assert crowded.forgotten > 0
