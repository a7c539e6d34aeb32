"""The tables of docs/decisions/0006-calibration.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import folders
from bench import pages
from bench.calibration import roots, rows, sessions, sizes
from bench.calibration.hints import Spent, spent
from bench.calibration.other_bounds import with_bounds
from bench.calibration.sessions import Session
from bench.practices import CHINESE, ENGLISH, Practice, practices
from bench.report import table
from practice_ledger import bounds

PAGE = folders.TREE / "docs" / "decisions" / "0006-calibration.md"
_CATALOGUES: dict[str, Sequence[Practice]] = {
    "an English Pack": practices(ENGLISH),
    "a Chinese Pack": practices(CHINESE),
    "both": [*practices(ENGLISH), *practices(CHINESE)],
}
_HINT_BOUNDS: tuple[dict[str, int], ...] = (
    {},
    {"HINT_BYTES": 1024},
    {"HINT_BYTES": 2048},
    {"HINT_BYTES": 4096},
    {"HINT_ITEMS": 4},
    {"HINT_ITEMS": 12},
    {"HINT_ITEMS": 16},
    {"HINT_ITEMS": 12, "HINT_BYTES": 4096},
    {"HINT_APPLIES_WHEN_BYTES": 120},
    {"HINT_APPLIES_WHEN_BYTES": 320},
)
_CANDIDATES = (8, 16, 32, 64)
_STARTS_A_DAY = (10, 30, 60, 150)


def write() -> None:
    """Works everything out and puts it into the page. Takes a minute or two."""
    pages.put(PAGE, "calibration", quick())
    pages.put(PAGE, "calibration-weeks", weeks())


def quick() -> str:
    """All but the simulated weeks."""
    simulated = {name: sessions.simulated(catalogue) for name, catalogue in _CATALOGUES.items()}
    told = {name: spent(found) for name, found in simulated.items()}
    return "\n\n".join(
        (
            "### Sizes\n\nSmallest / median / largest of 34 in each language. Tokens are bytes / 4.\n\n"
            + table(("", "English", "Chinese"), sizes.table()),
            f"### Hints\n\n{sessions.SESSIONS} simulated sessions over each catalogue. What stands before the items"
            f" takes {sizes.preamble_bytes()} bytes.\n\n" + _hints(told),
            "### Other bounds of the hint\n\nOver both Packs.\n\n" + _other_bounds(simulated["both"]),
            "### Evictions\n\nOver both Packs, 68 Practices.\n\n" + _evictions(),
            "### Every bound\n\n" + _bounds(told["both"]),
        )
    )


def weeks() -> str:
    """The simulated weeks."""
    found = {a_day: roots.simulated(a_day) for a_day in _STARTS_A_DAY}
    return table(
        (
            "starts a day",
            "most on the disk",
            "resumed, with reads",
            "of these forgotten",
            "reads",
            "in one dropped before",
        ),
        [
            tuple(
                str(value)
                for value in (a_day, one.most_on_disk, one.resumed, one.forgotten, one.reads, one.unannounced)
            )
            for a_day, one in found.items()
        ],
    )


def _hints(told: dict[str, Spent]) -> str:
    lines: tuple[tuple[str, Callable[[Spent], str]], ...] = (
        ("hints", lambda one: f"{one.hints:,}"),
        ("bytes, median / largest", lambda one: f"{one.median_bytes:,.0f} / {one.largest_bytes:,}"),
        (
            "tokens, median / largest",
            lambda one: f"{sizes.tokens(int(one.median_bytes))} / {sizes.tokens(one.largest_bytes)}",
        ),
        ("items in a hint, mean", lambda one: f"{one.items:.1f}"),
        ("candidates named, of those held", lambda one: f"{one.named:.0%}"),
        ("items with `applies_when`", lambda one: f"{one.with_text:.0%}"),
        ("bytes that are ids: what can be fetched", lambda one: f"{one.ids:.0%}"),
        (
            "bytes that are titles and `applies_when`: what tells whether to",
            lambda one: f"{one.titles + one.texts:.0%}",
        ),
        ("bytes before and after the items", lambda one: f"{one.preamble:.0%}"),
        ("hints that differ from the one before in the session", lambda one: f"{one.differing:.0%}"),
    )
    return table(("", *told), [(name, *(say(one) for one in told.values())) for name, say in lines])


def _other_bounds(found: Sequence[Session]) -> str:
    lines = []
    for changed in _HINT_BOUNDS:
        with with_bounds(**changed):
            told = spent(found)
        lines.append(
            (
                ", ".join(f"`{name}` {value:,}" for name, value in changed.items()) or "as they are",
                f"{told.median_bytes:,.0f} / {told.largest_bytes:,}",
                f"{told.named:.0%}",
                f"{told.with_text:.0%}",
            )
        )
    return table(("", "bytes, median / largest", "candidates named", "items with `applies_when`"), lines)


def _evictions() -> str:
    lines = []
    for count in _CANDIDATES:
        with with_bounds(CANDIDATES_PER_ROOT=count):
            found = sessions.simulated(_CATALOGUES["both"])
        read, lost = sum(len(one.read) for one in found), sum(len(one.read - one.held) for one in found)
        touched = sum(bool(one.read - one.held) for one in found)
        lines.append((str(count), f"{lost / read:.1%}", f"{touched / len(found):.1%}"))
    return table(("`CANDIDATES_PER_ROOT`", "Practices read and evicted", "sessions with an eviction"), lines)


def _bounds(both: Spent) -> str:
    return table(
        ("bound", "", "measured", "so"),
        [(f"`{row.name}`", f"{getattr(bounds, row.name):,}", row.measured, row.why) for row in rows.bound_rows(both)],
    )
