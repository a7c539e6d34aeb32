"""JSON that may prove something, and JSON that may not. [R14.5]"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from practice_ledger import bounds, strict_json
from practice_ledger.strict_json import InvalidJson

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**64), 2**64)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_what_json_writes_is_read_alike(value: Any) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert strict_json.parse(text) == json.loads(text)


@given(values)
def test_what_is_written_is_ascii_and_reads_alike(value: Any) -> None:
    text = strict_json.dump(value)
    assert text.isascii()
    assert json.loads(text) == json.loads(json.dumps(value))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        '{"a":1,"a":1}',
        '{"a":{"b":1,"c":2,"b":1}}',
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e999",
        "{} {}",
        "{}x",
        "\ufeff{}",
        "\u00a0{}",
        '"line\nbreak"',
        '"\x01"',
        "'a'",
        "{'a':1}",
        "[1,]",
        "01",
        "1" * 5000,
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * (bounds.JSON_DEPTH + 1) + "]" * (bounds.JSON_DEPTH + 1),
    ],
)
def test_a_text_that_may_prove_nothing_is_refused(text: str) -> None:
    with pytest.raises(InvalidJson):
        strict_json.parse(text)


def test_nesting_within_the_bound_is_read() -> None:
    depth = bounds.JSON_DEPTH - 1
    assert strict_json.parse("[" * depth + "]" * depth) is not None


@given(st.text(alphabet='{}[]":,\\ \t\n\r0123456789eE+-.aNtrufalsinyI\x00\x7f\u2028', max_size=40))
def test_the_plain_module_takes_over_with_the_same_verdicts(text: str) -> None:
    plain_scan, plain_dump = strict_json._plain_halves()
    fast_scan, fast_dump = strict_json._c_halves()

    def verdict(scan: Any) -> Any:
        try:
            return repr(scan(text, 0))
        except Exception:
            return None

    assert verdict(fast_scan) == verdict(plain_scan)
    assert fast_dump({"text": text}) == plain_dump({"text": text})
