"""Small changes that leave the rest whole, where libFuzzer's own would mostly make no JSON and no shell text of it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from practice_ledger.strict_json import LARGEST_INTEGER

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.0, LARGEST_INTEGER, 2**63, 10**30, [], {}, [[]]),
    *("", " ", "a", "a.b", "pack.one", "pack.b"),
    *("/t", "\0", "\n", "../../x", "\ud800", "\u202e", "\U000e0041", "x" * 300, "\u4e2d" * 100, "a-" * 70 + "a.b"),
    *("startup", "resume", "clear", "SessionStart", "SessionEnd", "PreToolUse", "PostToolUse", "SubagentStart", "Bash"),
)
_SIGNS = [bytes([sign]) for sign in b" \t\n;&|<>()'\"#$`\\-=.:,{}[]aA0"]
MutateText = Callable[[str], str]

_BETWEEN = re.compile(rb"([\n\0])")


def with_a_value_changed(data: bytes, longest: int, randomness: random.Random, mutate: MutateText) -> bytes | None:
    """`data` with one value changed in one of its JSON documents (they end at a line break or a NUL).

    None if there is none. `mutate` changes a text.
    """
    pieces = _BETWEEN.split(data)
    documents = [number for number, piece in enumerate(pieces) if piece[:1] in (b"{", b"[")]
    if not documents:
        return None
    chosen = randomness.choice(documents)
    if randomness.randrange(16) == 0:
        pieces.insert(chosen + 1, b"\n" + pieces[randomness.choice(documents)])
    else:
        try:
            value = json.loads(pieces[chosen])
        except (ValueError, RecursionError):
            return None
        _change(value, randomness, mutate)
        pieces[chosen] = json.dumps(value, separators=(",", ":")).encode()
    return b"".join(pieces)[:longest]


def edited(data: bytes, longest: int, randomness: random.Random) -> bytes:
    """`data` with a few bytes at one place lost, doubled, or replaced by one sign."""
    start = randomness.randrange(len(data) + 1)
    end = start + randomness.choice((0, 0, 1, 1, 4))
    put = randomness.choice((b"", data[start:end] * 2, randomness.choice(_SIGNS)))
    return (data[:start] + put + data[end:])[:longest]


def _change(document: Any, randomness: random.Random, mutate: MutateText) -> None:
    """Changes one member somewhere in a document, in place."""
    places = list(_places(document))
    if not places:
        return
    inside, key = randomness.choice(places)
    kind = randomness.randrange(8)
    if kind == 0:
        del inside[key]
    elif kind == 1 and isinstance(inside, list):
        inside.append(inside[key])
    elif kind == 1:
        inside[mutate(key)] = inside[key]
    elif kind < 4:
        inside[key] = randomness.choice(_ODD)
    elif isinstance(inside[key], str):
        inside[key] = mutate(inside[key])
    elif type(inside[key]) is int:
        inside[key] += randomness.choice((-1, 1, 2, 2**31))
    else:
        other_inside, other_key = randomness.choice(places)
        inside[key] = json.loads(json.dumps(other_inside[other_key]))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every member at any depth."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in list(members):
        yield value, key
        yield from _places(member)
