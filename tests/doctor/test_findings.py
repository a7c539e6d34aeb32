"""The table of findings is closed, and each of them is shown by a test and told in the documentation."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from practice_ledger.doctor.all_checks import OF_EACH_HOST, OF_THE_PRODUCT
from practice_ledger.doctor.findings import CHECKS, FINDINGS
from practice_ledger.hosts.codex.next_steps import NEXT_STEPS

TESTS = Path(__file__).resolve().parents[1]
PAGE = TESTS.parent / "docs" / "troubleshooting.md"


def as_written(text: str) -> str:
    """A sentence or a step as the page has it, its braces told by what they stand for."""
    names = {name: f"<{name.replace('_', ' ')}>" for _, name, _, _ in string.Formatter().parse(text) if name}
    return text.format(**{**names, "host": "Codex"})


def test_the_checks_are_run_in_the_order_of_their_titles() -> None:
    assert [*OF_EACH_HOST, *OF_THE_PRODUCT] == list(CHECKS)


def test_each_finding_is_one_of_a_check() -> None:
    assert {finding.check for code, finding in FINDINGS.items() if code != "check-broke"} <= set(CHECKS)


def test_codex_has_a_next_step_for_just_what_it_is_asked_for() -> None:
    assert set(NEXT_STEPS) == {code for code, finding in FINDINGS.items() if finding.next_step is None}


@pytest.mark.parametrize("code", FINDINGS)
def test_a_test_shows_each_finding(code: str) -> None:
    folders = (TESTS / "doctor", TESTS / "host")
    tests = [file for folder in folders for file in folder.glob("test_*.py") if file.name != Path(__file__).name]
    assert any(f'"{code}"' in file.read_text() for file in tests)


@pytest.mark.parametrize("code", FINDINGS)
def test_the_page_tells_each_finding_with_its_next_step(code: str) -> None:
    finding = FINDINGS[code]
    section = sections()[as_written(finding.says)]
    assert f"`{code}`" in section
    assert as_written(finding.next_step if finding.next_step is not None else NEXT_STEPS[code]) in section


def test_the_page_tells_no_finding_that_there_is_not() -> None:
    assert set(sections()) == {as_written(finding.says) for finding in FINDINGS.values()}


def sections() -> dict[str, str]:
    """The page's sections by their headings."""
    parts = PAGE.read_text(encoding="utf-8").split("\n### ")[1:]
    return {heading: text for heading, _, text in (part.partition("\n") for part in parts)}
