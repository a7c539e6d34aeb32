"""Everything that Lorelum answered is there for a reader, the body as it stands. [R23]"""

from __future__ import annotations

import json
from typing import Any

import pytest

import lorelum_answers
from practice_ledger.lorelum.envelope import Answer, answer_in
from practice_ledger.reading.practice_markdown import markdown

WHOLE = """\
# Keep It Brief

- id: a.b
- content digest: {digest}
- stage: context
- tech_stack: python, shell
- severity: warn
- applies_when: a text is written
- source: packName p-1, sourcePath practices/x.md, packRoot selected-store
- source: packName p-2, sourcePath practices/x.md, packRoot selected-store

## When to apply

Always.

## Anti-patterns

- Long sentences.
- Many
  lines.
"""


def shown(data: dict[str, Any] | None = None, **changes: Any) -> str:
    raw = lorelum_answers.answer("a.b", **changes)
    raw["data"] |= data or {}
    answer = answer_in(json.dumps(raw), "a.b")
    assert isinstance(answer, Answer)
    return markdown(answer)


def test_a_practice_reads_as_a_page() -> None:
    digest = "0123456789abcdef" * 4
    text = shown(
        digest=digest,
        packs=["p-1", "p-2"],
        title="Keep It Brief",
        tech_stack=["python", "shell"],
        applies_when="a text is written",
        body="## When to apply\n\nAlways.\n",
        anti_patterns=["Long sentences.", "Many\nlines."],
    )
    assert text == WHOLE.format(digest=digest)


@pytest.mark.parametrize(
    "body", ["x", "x\n", "\n\n x \n\n\n", "\ttabs\r\nand\x0bodd\u2028breaks\x1b[31m\x00", "```\n# code\n```", ""]
)
def test_the_body_stands_as_it_is(body: str) -> None:
    assert f"\n\n{body}" in shown(body=body)


@pytest.mark.parametrize("value", ["T", "", "two\nlines", "\x1b[2J", ["a", "b"], [], None, {"k": ["v"]}, 7, True])
@pytest.mark.parametrize("name", ["stage", "tech_stack", "severity", "anti_patterns", "never_heard_of"])
def test_no_value_of_any_kind_is_lost_or_fails(name: str, value: Any) -> None:
    text = shown(**{name: value})
    parts = value.split("\n") if isinstance(value, str) else {"a", "b"} if value == ["a", "b"] else set()
    assert all(part in text for part in parts)
    assert text.endswith("\n")


def test_fields_that_are_not_known_are_shown_with_their_names() -> None:
    text = shown(data={"related": ["c.d", "e.f"]}, authors=[{"name": "A", "since": 2020, "of": ["x", "y"]}], note=None)
    assert text.endswith(
        "\n\n## Further fields\n\n"
        "- authors:\n"
        "  -\n"
        "    - name: A\n"
        "    - since: 2020\n"
        "    - of: x, y\n"
        "- note: none\n"
        "- related: c.d, e.f\n"
    )


def test_a_source_without_a_pack_root_or_with_more_is_shown_as_it_is() -> None:
    text = shown(data={"sources": [{"packName": "p", "sourcePath": "a b.md"}, {"packName": "q", "version": "1.2"}]})
    assert "- source: packName p, sourcePath a b.md\n- source: packName q, version 1.2\n" in text


def test_a_long_source_path_does_not_lose_its_end() -> None:
    path = "practices/" + "x" * 5000
    assert f"sourcePath: {path}\n" in shown(data={"sources": [{"packName": "p", "sourcePath": path}]})


def test_a_title_stays_on_its_line() -> None:
    assert shown(title="One\n# Two").startswith("# One # Two\n\n- id: a.b\n")


def test_a_lone_surrogate_outside_of_the_checked_fields_is_written_out() -> None:
    encoded = shown(anti_patterns=["\ud800"]).encode("utf-8", "backslashreplace")
    assert b"- \\ud800\n" in encoded
