"""`python3 build demo` shows the hint, in a real Codex or, plainly said, in a replay."""

from __future__ import annotations

from pathlib import Path

import pytest

from codex_demo import live
from codex_demo.playing import play

HOOKS = ("sessionStart", "preToolUse", "postToolUse", "subagentStart", "sessionEnd")


@pytest.mark.usefixtures("launcher")
def test_the_demo_shows_the_hint_the_state_and_the_time_of_each_hook(
    marketplace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(marketplace, tmp_path / "demo") == 0
    printed = capsys.readouterr().out
    assert "REPLAY" not in printed
    assert str(tmp_path / "demo" / "state") in printed
    for shown in (*live.PRACTICES, f"practice-ledger read {live.SEALED} | head", *HOOKS):
        assert shown in printed


def test_without_npm_the_demo_is_a_replay_and_says_so(
    marketplace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert play(marketplace, tmp_path / "demo") == 0
    printed = capsys.readouterr().out
    assert "this is a REPLAY: no Codex runs" in printed
    assert "npm is not on the PATH" in printed
    assert live.PRACTICES[0] in printed
