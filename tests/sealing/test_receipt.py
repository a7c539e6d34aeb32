"""A receipt proves one read of one call in one epoch, wherever its line lands, and nothing once a byte is changed.
[R24, R25]"""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from practice_ledger import bounds
from practice_ledger.contract.caller import Caller
from practice_ledger.contract.identity import ConversationKey
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.proof.payload_filter import RECEIPT_MARKER
from practice_ledger.refusals import Refused
from practice_ledger.sealing.keyed import keyed
from practice_ledger.sealing.receipt import Sealed, found, seal

SECRET = bytes(range(32))
EPOCH = "e" * 64
CALLER = Caller(ConversationKey("codex", "session"), "session", "call-1")
READ = PracticeRead("some.practice", "a" * 64, "A \u4e2d title", "it applies", ["pack", "other-pack"])


def line(read: PracticeRead = READ, caller: Caller = CALLER, epoch: str = EPOCH, secret: bytes = SECRET) -> str:
    made = seal(secret, caller, epoch, read)
    assert made is not None
    return made.decode("ascii")


def proven(response: str) -> list[str]:
    """Ids that the receipts of a response prove here, and reasons of those that prove nothing."""
    outcome = []
    for receipt in found(response):
        try:
            outcome.append("receipt" if receipt is None else receipt.read_of(SECRET, CALLER, EPOCH).practice_id)
        except Refused as refused:
            outcome.append(refused.reason)
    return outcome


def fields(read: PracticeRead) -> list[object]:
    return [getattr(read, name) for name in PracticeRead.__slots__]


def test_a_receipt_gives_back_the_read() -> None:
    (receipt,) = found(line())
    assert receipt is not None
    assert fields(receipt.read_of(SECRET, CALLER, EPOCH)) == fields(READ)


@pytest.mark.parametrize(
    "around",
    ["@", "x@", "{@}", "noise\n@more noise", "\x1b[31m@\x1b[0m", '{"id":@', "\u4e2d@\u4e2d", f"{RECEIPT_MARKER}@"],
)
def test_a_receipt_is_found_wherever_it_lands(around: str) -> None:
    for ending in ("\n", "\r\n", ""):
        assert "some.practice" in proven(around.replace("@", line().rstrip("\n") + ending))


def test_several_receipts_are_found_in_their_order_and_identical_ones_once() -> None:
    one, other = line(), line(PracticeRead("another.practice", "b" * 64, "T", None, ["pack"]))
    assert proven(one + other + one + "text" + other.rstrip()) == ["some.practice", "another.practice"]


def test_a_receipt_altered_in_any_single_byte_proves_nothing() -> None:
    whole = line().rstrip("\n")
    for at in range(len(whole)):
        for byte in ({chr(ord(whole[at]) ^ bit) for bit in (1, 2, 4, 16, 32)} | {"", " ", "\u00e9"}) - {whole[at]}:
            outcome = proven(whole[:at] + byte + whole[at + 1 :])
            assert "some.practice" not in outcome, (at, byte)


def test_a_receipt_cut_anywhere_proves_nothing() -> None:
    whole = line().rstrip("\n")
    for at in range(len(whole)):
        assert "some.practice" not in proven(whole[:at])
        assert "some.practice" not in proven(whole[at + 1 :])


ELSEWHERE = {
    "receipt-session": {"caller": Caller(ConversationKey("codex", "other"), "session", "call-1")},
    "receipt-thread": {"caller": Caller(ConversationKey("codex", "session"), "child", "call-1")},
    "receipt-call": {"caller": Caller(ConversationKey("codex", "session"), "session", "call-2")},
    "stale": {"epoch": "f" * 64},
}


@pytest.mark.parametrize("reason", ELSEWHERE)
def test_a_whole_receipt_of_elsewhere_proves_nothing_and_says_why(reason: str) -> None:
    assert proven(line(**ELSEWHERE[reason])) == [reason]  # type: ignore[arg-type]


def test_a_receipt_of_another_secret_proves_nothing() -> None:
    assert proven(line(secret=bytes(32))) == ["receipt-session"]


def test_another_hosts_conversation_of_the_same_name_is_another_conversation() -> None:
    assert proven(line(caller=Caller(ConversationKey("notebook", "session"), "session", "call-1"))) == [
        "receipt-session"
    ]


def test_a_receipt_is_small_ascii_and_holds_no_name_of_the_host() -> None:
    whole = line()
    assert whole.isascii()
    assert whole.count("\n") == 1
    assert len(whole) < 480
    for secret in ("session", "call-1", EPOCH):
        assert secret not in whole.replace('"session":', "")


def test_a_long_applies_when_is_left_out_and_a_read_that_fits_no_receipt_gets_none() -> None:
    limit = bounds.RECEIPT_APPLIES_WHEN_BYTES
    short, long = (PracticeRead("a.b", "a" * 64, "T", "w" * length, ["p"]) for length in (limit, limit + 1))
    assert found(line(short))[0].read_of(SECRET, CALLER, EPOCH).applies_when == "w" * limit  # type: ignore[union-attr]
    assert found(line(long))[0].read_of(SECRET, CALLER, EPOCH).applies_when is None  # type: ignore[union-attr]
    packs = [f"{'p' * 60}-{number:02d}" for number in range(16)]
    assert (
        len(line(PracticeRead("a.b", "a" * 64, "t" * bounds.TITLE_BYTES, "w" * limit, packs))) <= bounds.RECEIPT_BYTES
    )
    assert seal(SECRET, CALLER, EPOCH, PracticeRead("a.b", "a" * 64, "\x01" * 2000, None, ["p"])) is None


pieces = st.sampled_from([*'{}[]":,\\ \n0123456789abcdef', RECEIPT_MARKER, '{"id":', line()[26:], line()[-70:]])


@given(st.lists(pieces, max_size=60))
def test_no_other_text_is_taken_for_a_receipt(found_pieces: list[str]) -> None:
    text = "".join(found_pieces)
    assert line().rstrip("\n") in RECEIPT_MARKER + text or set(proven(RECEIPT_MARKER + text)) <= {"receipt"}


def test_a_flood_of_beginnings_is_bounded() -> None:
    assert len(found(RECEIPT_MARKER * 5000 + line())) <= bounds.RECEIPTS_PER_CALL


def test_receipts_are_equal_by_their_bytes() -> None:
    assert Sealed("{}", "a") == Sealed("{}", "a")
    assert Sealed("{}", "a") != Sealed("{}", "b")
    assert len({Sealed("{}", "a"), Sealed("{}", "a")}) == 1


@given(st.binary(min_size=1, max_size=32), st.lists(st.text(), max_size=4))
def test_the_keyed_digest_is_that_of_hashlib(secret: bytes, parts: list[str]) -> None:
    expected = hashlib.blake2s(key=secret)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        expected.update(len(data).to_bytes(8, "big") + data)
    assert keyed(secret, *parts) == expected.hexdigest()
