"""The plot: medians and spread of each scenario, as multiples of an empty Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

from bench import bars, rows
from bench.figures import Times

mpl.use("svg")

from matplotlib import pyplot

# The same figures give the same bytes, and text stays text.
_SETTINGS: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "practice-ledger", "font.size": 9}
_WARM, _COLD, _OBVIOUS, _BASE = "#1f6f8b", "#9bc1cc", "#c0504d", "#888888"


def draw(times: Times, file: Path) -> None:
    """Writes an SVG: a bar for each median, a line to the 95th percentile, the bar that warm work is held to."""
    names = [name for name in _shown() if name in times.seconds]
    base = times.median(rows.EMPTY_PYTHON)
    medians = [times.median(name) / base for name in names]
    beyond = [max(0.0, times.p95(name) / base - median) for name, median in zip(names, medians, strict=True)]
    with mpl.rc_context(_SETTINGS):
        figure, axes = pyplot.subplots(figsize=(9, 0.27 * len(names) + 1.2), layout="constrained")
        axes.barh(
            names, medians, xerr=[[0] * len(names), beyond], color=[_colour(name) for name in names], ecolor="#555555"
        )
        axes.axvline(bars.WARM, color="#333333", linestyle="--", linewidth=1)
        axes.invert_yaxis()
        axes.margins(y=0.01)
        axes.set_xlabel(
            f"times an empty Python\nline: to the 95th percentile; dashed: the bar of {bars.WARM:g} for warm work",
            loc="right",
        )
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.savefig(file, metadata={"Date": None, "Creator": None})
        pyplot.close(figure)


def _shown() -> list[str]:
    warm = [*rows.UNRELATED, *rows.WORK, *rows.MORE]
    return [rows.EMPTY_HOOK, rows.EMPTY_PYTHON, *warm, *map(rows.cold, rows.WORK), *rows.ALTERNATIVE]


def _colour(name: str) -> str:
    if name in (rows.EMPTY_HOOK, rows.EMPTY_PYTHON):
        return _BASE
    if name in rows.ALTERNATIVE:
        return _OBVIOUS
    return _COLD if name.endswith(rows.cold("")) else _WARM
