"""What `python3 build soak` does for long, for some seconds; and that it would notice. [R12]"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from soak.living import Lived, live
from soak.long_run import Result
from soak.outcome import Outcome
from soak.report import report

SECONDS = 4.0


def test_sessions_at_once_with_kills_lose_nothing(assembled_plugin: Path, tmp_path: Path) -> None:
    lived = live(assembled_plugin, tmp_path, SECONDS)
    assert lived.wrong == []
    assert lived.events.total() > 20
    assert lived.conversations == lived.sessions > 0


@pytest.mark.parametrize(
    ("fault", "noticed"),
    [
        ('for one in "$PRACTICE_LEDGER_HOME"/conversations/*.json; do rm -f "$one"; done', "were not made"),
        ('for one in "$PRACTICE_LEDGER_HOME"/conversations/*.json; do echo "{" >"$one"; done', "damaged"),
        ('touch "$PRACTICE_LEDGER_HOME/odd"', "foreign file"),
        ('cp "$PRACTICE_LEDGER_HOME/tally.json" "$PRACTICE_LEDGER_HOME/tally.json.$$.tmp"', "temporary files"),
    ],
)
def test_a_hook_that_loses_or_leaves_something_would_be_noticed(
    assembled_plugin: Path, tmp_path: Path, fault: str, noticed: str
) -> None:
    plugin = tmp_path / "plugin"
    shutil.copytree(assembled_plugin, plugin)
    wrapper = plugin / "bin" / "practice-ledger-hook"
    wrapper.rename(wrapper.with_name("well"))
    wrapper.write_text(f'#!/bin/sh\n"${{0%/*}}/well" "$@"\n{fault}\n')
    wrapper.chmod(0o755)
    lived = live(plugin, tmp_path, SECONDS / 2)
    assert any(noticed in wrong for wrong in lived.wrong)


def lived(growth: float, wrong: list[str]) -> Lived:
    return Lived(Counter({"read ends": 12_345}), 7, 6, 0, 5, 7, growth, 1.2, wrong)


def test_a_system_call_without_a_kill_and_a_growth_are_findings() -> None:
    result = Result(lived(1.3, []), Outcome(Counter(read=2)), Outcome(), Outcome(), {}, listed={"read", "fsync"})
    assert [wrong.split(";")[0] for wrong in result.wrong()] == [
        "an event takes 1.30 times as long in the end",
        "no kill at fsync",
    ]


def test_the_report_says_whether_anything_was_lost_and_counts_kills_by_call() -> None:
    good = Result(lived(1.0, []), Outcome(Counter(read=2000, fsync=3)), Outcome(), Outcome(), {}, listed={"read"})
    text = report(good, 30)
    assert "nothing lost" in text
    assert "12,345" in text
    assert "read 2,000, fsync 3" in text
    bad = Result(lived(1.0, ["gone"]), Outcome(), Outcome(), Outcome(), {})
    assert "WITH FINDINGS" in report(bad, 30)
