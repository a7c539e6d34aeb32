"""Plays the demonstration, in a real Codex where one can be had."""

from __future__ import annotations

import shutil
from pathlib import Path

from codex_demo import live, replay
from codex_demo.showing import print_demonstration
from codex_host import codex_install


def play(plugin_marketplace: Path, work: Path) -> int:
    """Plays in `work`, which is emptied first and kept afterwards; returns 0 if the subagent was told of the reads."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        codex_install.install()
        launcher = codex_install.launcher()
    except (codex_install.NodeMissing, codex_install.InstallFailed) as error:
        print(f"\nNo Codex can be had here: {error}")
        print("So this is a REPLAY: no Codex runs; events that one once sent are given to the plugin's hooks.")
        shown = replay.replayed(plugin_marketplace, work)
    else:
        shown = live.played(plugin_marketplace, work, launcher)
    print_demonstration(shown)
    if all(practice in shown.hint for practice in shown.read):
        return 0
    print("This is not what should be seen: the subagent was not told of every Practice.")
    return 1
