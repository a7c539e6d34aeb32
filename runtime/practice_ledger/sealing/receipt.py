"""The receipt: one line that says "this call read this Practice", and a MAC that only the state's owner can make. [R24]

    practice-ledger-receipt:1:{"id":...,"epoch":"..."}:<64 hex digits>

ASCII, so that it is the same bytes wherever it lands: behind a partial line, beside other text, before CR LF. The JSON
ends itself, the MAC has a fixed length. The MAC covers the JSON's bytes and, in full, the names of session, thread and
call and the epoch; the JSON holds only short keyed tags of those, which say why a receipt does not count here.
"""

from __future__ import annotations

from practice_ledger import bounds, strict_json
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.proof.payload_filter import RECEIPT_MARKER
from practice_ledger.refusals import Refused
from practice_ledger.sealing.keyed import keyed, same
from practice_ledger.strict_json import InvalidJson
from practice_ledger.validation import validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from practice_ledger.contract.caller import Caller

_MAC_DIGITS = 64
_TAG_DIGITS = 16


def seal(secret: bytes, caller: Caller, epoch: str, read: PracticeRead) -> bytes | None:
    """The receipt's line, its line break included; None for a read that fits none. At most `bounds.RECEIPT_BYTES`.

    An `applies_when` that would make it large is left out.
    """
    text = read.applies_when
    if text is not None and len(text.encode("utf-8", "replace")) > bounds.RECEIPT_APPLIES_WHEN_BYTES:
        text = None
    body = strict_json.dump(
        {
            "id": read.practice_id,
            "digest": read.content_digest,
            "title": read.title,
            "applies_when": text,
            "packs": list(read.source_packs),
            **_tags(secret, caller, epoch),
        }
    )
    line = f"{RECEIPT_MARKER}{body}:{_mac(secret, body, caller, epoch)}\n".encode("ascii")
    return line if len(line) <= bounds.RECEIPT_BYTES else None


class Sealed:
    """A receipt as it was found in a response. Nothing of it counts before `read_of` has let it pass."""

    __slots__ = ("_body", "_mac")

    def __init__(self, body: str, mac: str) -> None:
        self._body = body
        self._mac = mac

    def read_of(self, secret: bytes, caller: Caller, epoch: str) -> PracticeRead:
        """The read that this receipt proves of this very call in this very epoch.

        Raises `Refused`: `receipt` for one that is altered or cut, and `receipt-session`, `receipt-thread`,
        `receipt-call` or `stale` for a whole one that belongs elsewhere. (To another secret every tag is foreign.)
        """
        try:
            said = validator("practice_ledger.sealing.receipt_models:Receipt")(strict_json.parse(self._body))
        except ValueError:
            raise Refused("receipt") from None
        if not same(self._mac, _mac(secret, self._body, caller, epoch)):
            raise Refused(_where_it_belongs(said, _tags(secret, caller, epoch)))
        return PracticeRead(said.id, said.digest, said.title, said.applies_when, said.packs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and (self._body, self._mac) == (other._body, other._mac)

    def __hash__(self) -> int:
        return hash((self._body, self._mac))


def found(response: str) -> list[Sealed | None]:
    """Every receipt in a response, in order, identical ones once; None for what begins like one and is none. [R25]"""
    receipts: list[Sealed | None] = []
    at = response.find(RECEIPT_MARKER)
    while at >= 0 and len(receipts) < bounds.RECEIPTS_PER_CALL:
        at += len(RECEIPT_MARKER)
        receipt = _at(response, at)
        if receipt is None or receipt not in receipts:
            receipts.append(receipt)
        at = response.find(RECEIPT_MARKER, at)
    return receipts


def _at(response: str, start: int) -> Sealed | None:
    text = response[start : start + bounds.RECEIPT_BYTES]
    try:
        _, end = strict_json.first_value(text)
    except InvalidJson:
        return None
    mac = text[end + 1 : end + 1 + _MAC_DIGITS]
    if text[end : end + 1] != ":" or len(mac) != _MAC_DIGITS or not (text[:end] + mac).isascii():
        return None
    return Sealed(text[:end], mac)


def _tags(secret: bytes, caller: Caller, epoch: str) -> dict[str, str]:
    values = {
        "session": caller.key.hashed(),
        "thread": caller.thread,
        "call": caller.call_ref,
        "epoch": epoch,
    }
    return {name: keyed(secret, name, value)[:_TAG_DIGITS] for name, value in values.items()}


def _mac(secret: bytes, body: str, caller: Caller, epoch: str) -> str:
    return keyed(secret, RECEIPT_MARKER, body, caller.key.hashed(), caller.thread, caller.call_ref, epoch)


def _where_it_belongs(said: Any, here: dict[str, str]) -> str:
    for name, reason in (
        ("session", "receipt-session"),
        ("thread", "receipt-thread"),
        ("call", "receipt-call"),
        ("epoch", "stale"),
    ):
        if getattr(said, name) != here[name]:
            return reason
    return "receipt"
