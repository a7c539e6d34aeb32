"""Any answer at all counts if and only if it is one of the published form: held against the rule written out plainly.
[R14.5, R14.6]"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import lorelum_answers
from practice_ledger import bounds
from practice_ledger.lorelum.envelope import read_answer
from practice_ledger.refusals import Refused

ID = "a.b"
FAILURE = {"protocolVersion": 2, "command": "get", "ok": False, "error": {"code": "x", "message": "y"}}
MISSING = object()

PACK = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
ROOT = re.compile(r"selected-store|/.*|[A-Za-z]:[/\\].*|\\\\.*", re.DOTALL)
LAYER = re.compile(r"project-layer-[0-9]+")

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 1.0, 2.0, [], {}, [[]], {"id": ID}, [{"packName": "p"}], "\ud800", "\u4e2d"),
    *("", "a", ID, "get", "a.c", "a..c", "p-1", "p-", "P", "a" * 64, "a" * 65, "a." + "b" * 126, "a." + "b" * 127),
    *("0" * 64, "0" * 63, "A" * 64, "0" * 64 + "\n", "selected-store", "project-layer-1", "project-layer-", "/x"),
    *("\\\\s", "c:/", "c:x", "selected-store\n", "/x\ny"),
)
values = st.sampled_from(ODD) | st.text(max_size=6) | st.integers(-2, 4) | st.just(MISSING)
answers = st.builds(
    lambda title, text, packs, version, digest, root: (
        lorelum_answers.answer(ID, title=title, applies_when=text, packs=packs, digest=digest * 64, pack_root=root)
        | {"protocolVersion": version}
    ),
    st.text(max_size=20),
    st.none() | st.text(max_size=20),
    st.lists(st.sampled_from(["p", "q-1", "a-b-c", "0", "z" * bounds.PACK_NAME_BYTES]), min_size=1, max_size=4),
    st.sampled_from([1, 2]),
    st.sampled_from("0af"),
    st.sampled_from(["selected-store", "/home/a b/packs", "C:\\x"]),
)


def is_text(value: object) -> bool:
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def is_digest(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_source(source: object) -> bool:
    if not isinstance(source, dict):
        return False
    name, root = source.get("packName"), source.get("packRoot", "selected-store")
    return (
        isinstance(name, str)
        and PACK.fullmatch(name) is not None
        and len(name) <= bounds.PACK_NAME_BYTES
        and is_text(root)
        and bool(ROOT.fullmatch(root) or LAYER.fullmatch(root))
    )


def expected(raw: Any) -> str:
    """What must come of an answer: `read`, `failed`, or the reason why it does not count."""
    version = raw.get("protocolVersion")
    if raw.get("command") != "get" or type(version) is not int or version not in (1, 2):
        return "envelope"
    if raw.get("ok") is False and "data" not in raw:
        error = raw.get("error")
        is_error = isinstance(error, dict) and is_text(error.get("code")) and is_text(error.get("message"))
        return "failed" if is_error else "envelope"
    data = raw.get("data")
    if raw.get("ok") is not True or "error" in raw or not isinstance(data, dict):
        return "envelope"
    practice: Any = data.get("practice")
    sources: Any = data.get("sources")
    whole = (
        isinstance(practice, dict)
        and is_text(practice.get("title"))
        and is_text(practice.get("body"))
        and (practice.get("applies_when") is None or is_text(practice["applies_when"]))
        and is_digest(data.get("contentDigest"))
        and isinstance(sources, list)
        and bool(sources)
        and all(map(is_source, sources))
    )
    identity = practice.get("id") if isinstance(practice, dict) else None
    if not whole or not isinstance(identity, str):
        return "envelope"
    if identity != ID:
        segments = identity.split(".")
        is_id = len(identity) <= bounds.PRACTICE_ID_BYTES and len(segments) > 1 and all(map(PACK.fullmatch, segments))
        return "other-practice" if is_id else "envelope"
    of_a_layer = any(LAYER.fullmatch(source.get("packRoot", "")) for source in sources)
    return "project-layer" if of_a_layer else "read"


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key that is there twice")
    return dict(pairs)


def outcome(line: str) -> str:
    try:
        return "failed" if read_answer(line, ID) is None else "read"
    except Refused as refused:
        return refused.reason


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every member at any depth."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in list(members):
        yield value, key
        yield from places(member)


def with_changes(whole: Any, values: list[Any], randomness: random.Random) -> Any:
    changed = copy.deepcopy(whole)
    for value in values:
        inside, key = randomness.choice(list(places(changed)))
        if value is MISSING:
            del inside[key]
        elif isinstance(inside, dict) and randomness.randrange(8) == 0:
            inside[randomness.choice(["error", "data", "packRoot", "more"])] = value
        else:
            inside[key] = value
    return changed


@given(answers)
def test_any_whole_answer_is_read_as_it_stands(whole: Any) -> None:
    for line in (json.dumps(whole), json.dumps(whole, ensure_ascii=False)):
        read = read_answer(line, ID)
        assert read
        practice, data = whole["data"]["practice"], whole["data"]
        assert (read.practice_id, read.title, read.applies_when) == (ID, practice["title"], practice["applies_when"])
        assert read.content_digest == data["contentDigest"]
        assert read.source_packs == tuple(sorted({source["packName"] for source in data["sources"]}))


@settings(max_examples=1500)
@given(
    st.one_of(answers, answers, answers, st.just(FAILURE)),
    st.lists(values, min_size=1, max_size=2),
    st.randoms(use_true_random=False),
)
def test_an_answer_with_any_members_changed_comes_to_what_the_plain_rule_says(
    whole: Any, found: list[Any], randomness: random.Random
) -> None:
    changed = with_changes(whole, found, randomness)
    assert outcome(json.dumps(changed)) == expected(changed)


@given(answers, st.data())
def test_an_answer_that_lost_any_part_of_its_line_is_none(whole: Any, data: st.DataObject) -> None:
    line = json.dumps(whole)
    start = data.draw(st.integers(0, len(line) - 1))
    end = data.draw(st.integers(start + 1, len(line)))
    left = line[:start] + line[end:]
    try:
        parsed = json.loads(left, object_pairs_hook=without_repeats)
    except ValueError:
        assert outcome(left) in ("not-json", "envelope")
    else:
        assert outcome(left) == expected(parsed)


@given(answers, st.text(min_size=1, max_size=5))
def test_an_answer_with_anything_beside_it_is_none(whole: Any, beside: str) -> None:
    for line in (json.dumps(whole) + beside, beside + json.dumps(whole)):
        assert outcome(line) in ("not-json", "envelope")
