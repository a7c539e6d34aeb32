"""A document whose bytes were changed in any way is loaded whole, or set aside as it is, never half. [R13]"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.contract.verified import OpenedRoot
from practice_ledger.deadline import Deadline
from practice_ledger.ledger.document import Damaged, decode, encode, new_conversation
from practice_ledger.ledger.ledger import Ledger
from practice_ledger.refusals import Refused
from practice_ledger.storage.state import State

KEY = ConversationKey("codex", "a")
NAME = KEY.hashed()


def whole() -> bytes:
    """A document that holds something of everything."""
    conversation = new_conversation(1_800_000_000)
    conversation.bind("codex", "t", 1_800_000_000)
    for number in range(2):
        conversation.record(PracticeRead(f"a.read-{number}", "0" * 64, "T\u00eftel", "when", ["pack"]), 1_800_000_000)
    conversation.begin_call("t", "c1", "lore get a.b --json")
    conversation.seal_call("c2")
    return encode(NAME, conversation)


WHOLE = whole()
FIELDS = json.loads(WHOLE)
LISTS = ("candidates", "pending", "sealed")
PATHS: list[tuple[Any, ...]] = [
    *((name,) for name in FIELDS),
    *(("candidates", 0, name) for name in FIELDS["candidates"][0]),
    *(("pending", 0, name) for name in FIELDS["pending"][0]),
    ("sealed", 0),
]
values: st.SearchStrategy[object] = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(), st.just([]), st.just({})
)


def with_bytes(at: int, cut: int, put: bytes) -> bytes:
    return WHOLE[:at] + put + WHOLE[at + cut :]


def with_value(path: tuple[Any, ...], value: object, *, leave_out: bool) -> bytes:
    fields = json.loads(WHOLE)
    inner = fields
    for step in path[:-1]:
        inner = inner[step]
    if leave_out:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(fields).encode()


changed = (
    st.builds(with_bytes, st.integers(0, len(WHOLE)), st.integers(0, 40), st.binary(max_size=40))
    | st.builds(with_bytes, st.integers(0, len(WHOLE)), st.just(len(WHOLE)), st.just(b""))
    | st.builds(with_value, st.sampled_from(PATHS), values, leave_out=st.booleans())
    | st.binary(max_size=200)
)


@contextmanager
def ledger_over(data: bytes) -> Iterator[tuple[Ledger, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        state = State.opened(f"{folder}/state", Deadline(), create=True)
        assert state is not None
        Path(folder, "state", "conversations", f"{NAME}.json").write_bytes(data)
        try:
            yield Ledger(state, lambda: 1_800_000_000), Path(folder, "state")
        finally:
            state.close()


@settings(max_examples=1500)
@given(data=changed)
@example(data=WHOLE)
@example(data=b"")
def test_changed_bytes_are_a_whole_document_or_none(data: bytes) -> None:
    try:
        held = decode(NAME, data)
    except (Damaged, Refused):
        return
    again = encode(NAME, held)
    assert encode(NAME, decode(NAME, again)) == again
    stored, said = json.loads(again), json.loads(data)
    assert {name: len(stored[name]) for name in LISTS} == {name: len(said.get(name, [])) for name in LISTS}


def test_a_document_begins_with_its_version_as_later_ones_will() -> None:
    assert WHOLE.startswith(b'{"version":1,')


def decoded(data: bytes) -> str | None:
    """The salt that these bytes hold, a reason of refusal, or None for damage."""
    try:
        return decode(NAME, data).salt
    except Damaged:
        return None
    except Refused as refused:
        return refused.reason


@settings(max_examples=300)
@given(data=changed)
@example(data=WHOLE)
@example(data=with_value(("version",), 2, leave_out=False))
def test_a_changed_document_is_kept_set_aside_or_left_alone_as_it_is(data: bytes) -> None:
    with ledger_over(data) as (ledger, folder):
        document, aside = folder / "conversations" / f"{NAME}.json", folder / "damaged" / f"{NAME}.json"
        outcome = decoded(data)
        if outcome == "state-newer":
            with suppress(Refused):
                ledger.open_root(OpenedRoot(KEY, "t"))
            assert document.read_bytes() == data
            return
        ledger.open_root(OpenedRoot(KEY, "t"))
        held = decode(NAME, document.read_bytes())
        if outcome is None:
            assert aside.read_bytes() == data
            assert held.candidates == []
        else:
            assert not aside.exists()
            assert held.salt == outcome
