"""Which versions of Codex this product was tried with, and what older ones lack.

Each is a row of docs/evidence.md, and a test holds it against the verdicts of real runs there.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from practice_ledger.hosts.host_report import Known

TRIED = ("0.144.6", "0.147.0", "0.155.0", "0.165.0", "0.171.0")
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
    """How a version stands to those that were tried. Another patch of one counts as it, its prerelease does not."""
    number = _number(version)
    if number is None:
        return Known.UNKNOWN
    if _alike(number) is not None:
        return Known.TRIED
    below, above = _neighbours(number)
    if below is None:
        return Known.OLDER
    return Known.NEWER if above is None else Known.BETWEEN


def lacks(version: str | None) -> list[Lack]:
    """What a version lacks, or may lack where it lies between a tried one that does and a tried one that does not."""
    number = _number(version)
    return [] if number is None else [lack for lack in LACKS if number < (_number(lack.until) or number)]


def account(version: str | None) -> list[str]:
    """What is known of a version, in sentences without an end, the most important first; [] for an unknown one."""
    number = _number(version)
    if number is None:
        return []
    below, above = _neighbours(number)
    alike = _alike(number)
    itself = alike is not None and _number(alike) == number
    stands = {
        Known.TRIED: f"tried with {alike}" if itself else f"not tried itself; {alike}, which differs in its patch, was",
        Known.OLDER: f"older than any that was tried; the oldest is {above}",
        Known.BETWEEN: f"not tried itself; {below} and {above} were",
        Known.NEWER: f"newer than any that was tried; the newest is {below}",
    }
    return [stands[known(version)], *(lack.says for lack in lacks(version))]


class _Number(NamedTuple):
    """In the order of versions: a prerelease comes before what it precedes."""

    major: int
    minor: int
    patch: int
    released: bool


def _alike(number: _Number) -> str | None:
    """The tried version of which this is a patch, or which it is itself. A prerelease up to that one is neither."""
    for one in TRIED:
        tried = _number(one) or number
        if tried[:2] == number[:2] and (number.released or number > tried):
            return one
    return None


def _neighbours(number: _Number) -> tuple[str | None, str | None]:
    """The newest tried version that is not newer than this number, and the oldest tried one that is."""
    below = [one for one in TRIED if (_number(one) or number) <= number]
    above = [one for one in TRIED if (_number(one) or number) > number]
    return (below[-1] if below else None), (above[0] if above else None)


def _number(version: str | None) -> _Number | None:
    found = re.match(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})(?![0-9])(-?)", version or "")
    return _Number(int(found[1]), int(found[2]), int(found[3]), released=not found[4]) if found else None
