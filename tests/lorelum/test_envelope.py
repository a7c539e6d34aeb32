"""Answers of `lore get --json` that count, and those that do not. [R14.5, R14.6]"""

from __future__ import annotations

import json
from typing import Any

import pytest

import lorelum_answers
from practice_ledger import bounds
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.lorelum.envelope import read_answer
from practice_ledger.refusals import Refused

DIGEST = "0123456789abcdef" * 4
FAILURE = {
    "protocolVersion": 2,
    "command": "get",
    "ok": False,
    "error": {"code": "practice.not-found", "message": "The requested Practice was not found."},
}

# For each field, values that it must not have; `...` stands for a missing field.
BROKEN: dict[str, list[Any]] = {
    "protocolVersion": [0, 3, True, 1.0, 2.0, "2", None, ...],
    "ok": [False, 1, "true", None, ...],
    "command": ["query", None, ...],
    "error": [None, {}, FAILURE["error"]],
    "data": [None, [], {}, ...],
    "data.contentDigest": [
        DIGEST[1:],
        DIGEST + "0",
        DIGEST.upper(),
        DIGEST + "\n",
        "\u0661" + DIGEST[1:],
        1,
        None,
        ...,
    ],
    "data.practice.id": ["a", "A.b", 1, None, ...],
    "data.practice.title": [1, None, "\ud800", ...],
    "data.practice.applies_when": [1, ["x"], "\udfff"],
    "data.practice.body": [1, None, "x\ud83d", ...],
    "data.sources": [[], {}, None, [None], ...],
    "data.sources.0.packName": ["", "A", "a.b", "a\n", "a" * (bounds.PACK_NAME_BYTES + 1), 1, None, ...],
    "data.sources.0.packRoot": ["", "x", "project-layer-", "selected-store\n", 1, None],
}


def compact(answer: object) -> str:
    return json.dumps(answer, separators=(",", ":"))


def read(answer: object) -> PracticeRead:
    found = read_answer(compact(answer), "a.b")
    assert found is not None
    return found


def refusal(line: str) -> str:
    with pytest.raises(Refused) as refused:
        read_answer(line, "a.b")
    return refused.value.reason


def changed(path: str, value: object) -> dict[str, Any]:
    """A valid answer with one field, named by its dotted path, set to another value; `...` takes the field out."""
    answer = lorelum_answers.answer("a.b")
    *parents, field = path.split(".")
    place: Any = answer
    for name in parents:
        place = place[int(name)] if name.isdigit() else place[name]
    place[field] = value
    if value is ...:
        del place[field]
    return answer


def test_a_successful_answer_is_read_whole() -> None:
    answer = lorelum_answers.answer("a.b", digest=DIGEST, packs=["p-2", "p-1", "p-2"], title="T", applies_when="W")
    found = read(answer)
    assert (found.practice_id, found.content_digest, found.title, found.applies_when) == ("a.b", DIGEST, "T", "W")
    assert found.source_packs == ("p-1", "p-2")


def test_protocol_1_has_no_diagnostics_and_no_pack_root() -> None:
    answer = changed("data.sources.0.packRoot", ...) | {"protocolVersion": 1}
    del answer["diagnostics"]
    assert read(answer).source_packs == ("agentic-coding",)


def test_fields_that_are_not_relied_on_may_be_anything() -> None:
    assert read(changed("toolVersion", 7) | {"diagnostics": None, "new": [1]}).practice_id == "a.b"


def test_the_body_may_hold_anything() -> None:
    body = 'x"}\n{"ok":false,"error":{}}\r\0\u2028\U0001f600\\'
    answer = lorelum_answers.answer("a.b", body=body)
    assert read_answer(json.dumps(answer, ensure_ascii=False), "a.b") is not None


@pytest.mark.parametrize("value", [None, ...])
def test_a_practice_may_have_no_applies_when(value: object) -> None:
    assert read(changed("data.practice.applies_when", value)).applies_when is None


@pytest.mark.parametrize(
    "root", ["selected-store", "/home/a b/.lorelum/packs/x", "C:\\x", "\\\\server\\x", "/odd\nname"]
)
def test_the_default_store_is_named_by_a_folder_or_not_at_all(root: str) -> None:
    assert read(changed("data.sources.0.packRoot", root)).practice_id == "a.b"


@pytest.mark.parametrize("code", ["practice.not-found", "store.busy", "usage.invalid"])
def test_a_failed_answer_is_no_read(code: str) -> None:
    assert read_answer(compact(FAILURE | {"error": {"code": code, "message": ""}}), "a.b") is None


@pytest.mark.parametrize(("path", "value"), [(path, value) for path, values in BROKEN.items() for value in values])
def test_an_answer_that_breaks_the_contract_is_refused(path: str, value: object) -> None:
    assert refusal(compact(changed(path, value))) == "envelope"


@pytest.mark.parametrize(
    "change",
    [
        {"data": None},
        {"error": None},
        {"error": {"code": 1, "message": ""}},
        {"error": {"code": "x"}},
        {"protocolVersion": 3},
    ],
)
def test_a_failed_answer_that_breaks_the_contract_is_refused(change: dict[str, object]) -> None:
    assert refusal(compact(FAILURE | change)) == "envelope"


@pytest.mark.parametrize(
    "line",
    [
        compact(lorelum_answers.answer("a.b")).replace('"ok":true', '"ok":true,"ok":true'),
        compact(lorelum_answers.answer("a.b")).replace('"severity":"warn"', '"severity":NaN'),
        compact(lorelum_answers.answer("a.b"))[:-1],
        compact(lorelum_answers.answer("a.b")) * 2,
        compact(lorelum_answers.answer("a.b")).replace("text", "te\nxt"),
        "{}",
    ],
)
def test_a_line_that_is_not_strict_json_of_one_answer_is_refused(line: str) -> None:
    assert refusal(line) in ("envelope", "not-json")


def test_a_raw_lone_surrogate_is_refused() -> None:
    assert refusal(compact(lorelum_answers.answer("a.b")).replace("Decision", "\ud800")) == "envelope"


@pytest.mark.parametrize("line", ["", "text", "[]", "1", ' {"ok":true}', '{"ok":true} ', "null", '"{}"'])
def test_text_is_no_answer(line: str) -> None:
    assert refusal(line) == "not-json"


def test_an_answer_about_another_practice_is_refused() -> None:
    assert refusal(compact(lorelum_answers.answer("a.c"))) == "other-practice"


@pytest.mark.parametrize("layer", [0, 1, 2, 12])
@pytest.mark.parametrize("place", [0, 1])
def test_one_source_of_a_project_layer_refuses_the_answer(place: int, layer: int) -> None:
    answer = lorelum_answers.answer("a.b", packs=["p", "q"])
    answer["data"]["sources"][place]["packRoot"] = f"project-layer-{layer}"
    assert refusal(compact(answer)) == "project-layer"
