"""The figures as Markdown tables."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from bench import rows
from bench.bars import Verdict
from bench.figures import Figures, HostTimes, Times

Row = Sequence[str]


def page(figures: Figures, verdicts: Sequence[Verdict], headline: str) -> str:
    """All tables, under the line that says when and where."""
    times = figures.times
    warm = [name for name in (*rows.UNRELATED, *rows.WORK, *rows.MORE) if name in times.seconds]
    cold = [name for name in map(rows.cold, rows.WORK) if name in times.seconds]
    bases = [rows.EMPTY_HOOK, rows.EMPTY_PYTHON]
    alternative = [name for name in rows.ALTERNATIVE if name in times.seconds]
    parts = [
        headline,
        "### Warm\n\n" + _times(times, [*bases, *warm]),
        "### Cold\n\nThe plugin's files are taken out of the file cache (`posix_fadvise`) before each run; the"
        " bases are the warm ones.\n\n" + _times(times, cold),
        "### Many at once\n\n" + _crowds(figures),
        "### Against the obvious way\n\npydantic's models, filelock and platformdirs imported plainly, frozen with"
        " PyInstaller's defaults, called without a wrapper; the same rules on the same events.\n\n"
        + _times(times, alternative)
        if alternative
        else "",
        "### Memory and disk\n\nThe largest process of a hook. The least that this can show is an empty Python.\n\n"
        + table(("", "MB"), [(name, f"{size / 1e6:.1f}") for name, size in {**figures.memory, **figures.disk}.items()]),
        _host(figures.host) if figures.host else "",
        "### Bars\n\nOf each bar the row that comes nearest to it.\n\n" + bars(worst(verdicts)),
        "".join(f"Not measured: {what}\n" for what in figures.not_measured),
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip())


def readme(figures: Figures) -> str:
    """The few lines that the README shows."""
    names = [name for name in rows.README if name in figures.times.seconds]
    return table(("", "x empty hook", "x empty Python"), [(name, *_ratios(figures.times, name)) for name in names])


def worst(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """For each bar the row that comes nearest to it, or passes it furthest."""
    names = dict.fromkeys(one.bar for one in verdicts)
    return [max((one for one in verdicts if one.bar == name), key=lambda one: one.value - one.limit) for name in names]


def bars(verdicts: Iterable[Verdict]) -> str:
    return table(
        ("bar", "row", "measured", "at most", ""),
        [
            (one.bar, one.row, f"{one.value:.2f}", f"{one.limit:.2f}", "kept" if one.kept else "MISSED")
            for one in verdicts
        ],
    )


def table(head: Row, lines: Iterable[Row]) -> str:
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))


def _times(times: Times, names: Iterable[str]) -> str:
    return table(
        ("", "median, ms", "95th percentile", "x empty hook", "x empty Python"),
        [
            (name, f"{times.median(name) * 1e3:.1f}", f"{times.p95(name) * 1e3:.1f}", *_ratios(times, name))
            for name in names
        ],
    )


def _ratios(times: Times, name: str) -> tuple[str, str]:
    return f"{times.ratio(name, rows.EMPTY_HOOK):.1f}", f"{times.ratio(name, rows.EMPTY_PYTHON):.1f}"


def _crowds(figures: Figures) -> str:
    return table(
        ("", "last one done, x one alone", "reads lost"),
        [(crowd.name, f"{crowd.ratio:.1f}", str(crowd.lost)) for crowd in figures.crowds],
    )


def _host(host: HostTimes) -> str:
    lines = [
        (what, str(len(times)), f"{statistics.median(times):.0f}", f"{statistics.median(host.empty[what]):.0f}")
        for what, times in host.ours.items()
    ]
    head = ("", "runs", "median, ms", "an empty hook")
    return (
        f"### In a real {host.host}\n\nHow long it waited for each hook, by its own report, while it did its other"
        " work.\n\n" + table(head, lines)
    )
