"""What a hook costs, as ratios in one run. The scenarios and the bars are those of `python3 build bench`. [R12]"""

from __future__ import annotations

from pathlib import Path

from bench import bars, report
from bench.running import Effort, measured_figures

EFFORT = Effort(rounds=11, crowds=1, conversations=0, alternative=False, quiet=True)
SLACK = 2.0
"""For a machine that runs other tests at the same time. What a hook costs on a quiet one is the bench's to say."""


def test_hooks_cost_no_more_than_promised(assembled_marketplace: Path, tmp_path: Path) -> None:
    verdicts = bars.verdicts(measured_figures(assembled_marketplace, tmp_path / "bench", EFFORT), SLACK)

    print(f"\n{report.bars(verdicts)}")
    assert [one for one in verdicts if not one.kept] == []
