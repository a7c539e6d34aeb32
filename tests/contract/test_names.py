"""The grammar of Practice ids and Pack names. [R11, R15]"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from practice_ledger import bounds
from practice_ledger.contract.field_models import PackName, PracticeId
from practice_ledger.contract.names import is_pack_name, is_practice_id

NEARLY_NAMES = st.text("ab0-.\n_A\u00e9\u0661", max_size=8)


def fits(kind: Any, text: str) -> bool:
    try:
        TypeAdapter(kind).validate_python(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("text", ["a.b", "a1.2-b.c-3-d", "a." + "b" * (bounds.PRACTICE_ID_BYTES - 2)])
def test_two_or_more_segments_are_a_practice_id(text: str) -> None:
    assert is_practice_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        ".",
        "a.",
        ".a",
        "a..b",
        "a.-b",
        "a.b-",
        "a.b--c",
        "A.b",
        "a.b\n",
        "a b.c",
        "a/b.c",
        "a.\u00e9",
        "a.\u0661",
    ],
)
def test_anything_else_is_no_practice_id(text: str) -> None:
    assert not is_practice_id(text)


def test_an_id_over_its_limit_is_no_practice_id() -> None:
    assert not is_practice_id("a." + "b" * (bounds.PRACTICE_ID_BYTES - 1))


def test_a_pack_name_is_one_segment_within_its_limit() -> None:
    assert is_pack_name("a" * bounds.PACK_NAME_BYTES)
    assert not is_pack_name("a" * (bounds.PACK_NAME_BYTES + 1))
    assert not is_pack_name("a.b")


@given(text=NEARLY_NAMES)
def test_the_models_have_the_same_grammar(text: str) -> None:
    assert fits(PracticeId, text) == is_practice_id(text)
    assert fits(PackName, text) == is_pack_name(text)
