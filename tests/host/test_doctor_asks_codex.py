"""`practice-ledger doctor` asks a real Codex without touching its home or a network, and hears what it says there."""

from __future__ import annotations

from pathlib import Path

import pytest

from codex_host import hook_trust
from codex_host.isolated_codex import IsolatedCodex
from host.conftest import PLUGIN, TOP
from host.test_doctor import by_trust, doctor, installed, made, python  # noqa: F401 - fixtures
from needed_tools import program_or_skip

SOURCE = str(TOP / "runtime")


def everything(folder: Path) -> dict[str, tuple[float, int]]:
    """All entries below a folder but that for temporary files, with when each was written and how long it is."""
    found = {path: path.lstat() for path in folder.rglob("*") if path != folder / "tmp"}
    return {str(path.relative_to(folder)): (seen.st_mtime, seen.st_size) for path, seen in found.items()}


@pytest.mark.parametrize("with_plugin", [True, False])
def test_no_file_of_the_users_is_made_changed_or_removed(
    made: IsolatedCodex,  # noqa: F811
    marketplace: Path,
    *,
    with_plugin: bool,
) -> None:
    if with_plugin:
        made.add_plugin(marketplace, PLUGIN)
        hook_trust.trust_all(made)
    before = everything(made.root)
    checks = doctor(made, *python(), PYTHONPATH=SOURCE)
    assert checks["host"]["finding"] is None
    assert everything(made.root) == before


def test_nothing_of_it_talks_to_a_network(installed: IsolatedCodex, tmp_path: Path) -> None:  # noqa: F811
    calls = tmp_path / "calls"
    watching = [program_or_skip("strace"), "-f", "-qq", "-s", "300", "-e", "trace=connect,sendto,sendmsg,sendmmsg,bind"]
    checks = doctor(installed, *watching, "-o", calls, *python(), PYTHONPATH=SOURCE)
    assert checks["host"]["finding"] is None
    spoken_to = [line for line in calls.read_text().splitlines() if "AF_INET" in line]
    assert [line for line in spoken_to if "htons(0)" not in line or '"127.0.0.1"' not in line] == []


def test_a_change_since_an_older_codex_recorded_the_trust_is_told(installed: IsolatedCodex) -> None:  # noqa: F811
    """0.171 keeps what it first saw of such a plugin beside the settings."""
    hook_trust.trust_all(installed)
    lines = installed.config.read_text().splitlines(keepends=True)
    installed.config.write_text("".join(line for line in lines if not line.startswith("trusted_content_hash")))
    assert set(hook_trust.trust_statuses(installed).values()) == {"trusted"}
    assert set(by_trust(doctor(installed, *python(), PYTHONPATH=SOURCE))) == {"trusted"}
    [readme] = (installed.home / "plugins" / "cache").glob(f"*/{PLUGIN}/*/README.md")
    readme.write_text(readme.read_text() + "\nA new line.\n")
    checks = doctor(installed, *python(), PYTHONPATH=SOURCE)
    assert set(by_trust(checks)) == {"modified"}
    assert set(hook_trust.trust_statuses(installed).values()) == {"modified"}


def test_settings_that_codex_refuses_are_told_in_its_words(installed: IsolatedCodex) -> None:  # noqa: F811
    text = installed.config.read_text()
    installed.config.write_text(text.replace("[features]\n", '[features]\nhooks = "perhaps"\n'))
    hooks = doctor(installed, *python(), PYTHONPATH=SOURCE)["hooks"]
    assert hooks["finding"] == "host-settings-unreadable"
    assert f"{installed.config}: invalid type" in hooks["evidence"][0]["text"]
