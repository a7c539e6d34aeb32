"""Which versions of Codex this product was tried with, and what older ones lack.

Each is a row of docs/evidence.md, and a test holds it against the verdicts of real runs there.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from practice_ledger.hosts.host_report import Known

TRIED = ("0.144.0", "0.147.0", "0.155.0", "0.165.0", "0.171.0")
"""Oldest first."""


class Lack(NamedTuple):
    """Something that versions before `until` lack. `fact` is the row's name, `until` the first tried one that has it.

    `event` is a hook's event that they do not know.
    """

    fact: str
    until: str
    says: str
    event: str | None = None


LACKS = (
    Lack(
        "session-end",
        "0.147.0",
        "it does not say that a conversation ends, so what an ended one read is kept as long as of one that goes on",
        "SessionEnd",
    ),
    Lack(
        "rewinding",
        "0.155.0",
        "it does not say that a conversation was rolled back, so a read that was taken back may still be told",
    ),
    Lack(
        "call-variable",
        "0.165.0",
        "it does not name the call of a command, so `practice-ledger read` is not remembered",
    ),
    Lack(
        "any-file-asks-for-trust",
        "0.165.0",
        "it asks for trust again only when `hooks.json` changes, so an update of the plugin's other files runs at once",
    ),
)


def known(version: str | None) -> Known:
    """How a version stands to those that were tried. Patches of a tried one count as it."""
    number = _number(version)
    if number is None:
        return Known.UNKNOWN
    tried = [_number(one) for one in TRIED]
    if number in tried:
        return Known.TRIED
    if number < _tried(0):
        return Known.OLDER
    return Known.NEWER if number > _tried(-1) else Known.BETWEEN


def lacks(version: str | None) -> list[Lack]:
    """What a version lacks, or may lack where it lies between a tried one that does and a tried one that does not."""
    number = _number(version)
    return [] if number is None else [lack for lack in LACKS if number < (_number(lack.until) or number)]


def account(version: str | None) -> list[str]:
    """What is known of a version, in sentences without an end, the most important first; [] for an unknown one."""
    words = {
        Known.TRIED: "tried with this version",
        Known.OLDER: f"older than any that was tried; the oldest is {TRIED[0]}",
        Known.BETWEEN: "between versions that were tried",
        Known.NEWER: f"newer than any that was tried; the newest is {TRIED[-1]}",
    }
    stands = words.get(known(version))
    return [] if stands is None else [stands, *(lack.says for lack in lacks(version))]


def _number(version: str | None) -> tuple[int, int] | None:
    found = re.match(r"(\d{1,9})\.(\d{1,9})\.", version or "")
    return (int(found[1]), int(found[2])) if found else None


def _tried(place: int) -> tuple[int, int]:
    return _number(TRIED[place]) or (0, 0)
