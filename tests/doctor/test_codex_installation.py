"""What Codex's own files say, for when it cannot be asked. What it says itself is in the host tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codex_host.waiting import wait_until
from doctor.conftest import PLUGIN, add_copy, configure, program_file
from practice_ledger.hosts.codex import config
from practice_ledger.hosts.codex.installation import report
from practice_ledger.hosts.host_report import Hook, HostReport, Known, Trust


def look(home: Path, **variables: str) -> HostReport:
    return report({"CODEX_HOME": str(home), "PATH": "/nowhere", **variables}, "/", 5.0)


def codes(found: HostReport) -> list[str]:
    return [obstacle.finding for obstacle in found.obstacles]


def test_without_codex_its_files_tell_what_is_installed(home: Path) -> None:
    found = look(home)
    assert found.program is None
    assert found.silence == "it is not on the PATH"
    [one] = found.installations
    assert (one.name, one.enabled, one.version) == (PLUGIN, True, "1.0.0")
    assert one.folder == str(home / "plugins/cache/market/practice-ledger/1.0.0")
    assert found.expected_hooks == ("SessionStart", "PreToolUse")
    assert found.hooks == (
        Hook(PLUGIN, "SessionStart", Trust.NOT_RECORDED, True),
        Hook(PLUGIN, "PreToolUse", Trust.NOT_RECORDED, True),
    )


def test_the_home_is_in_the_users_home_unless_a_variable_says_otherwise(tmp_path: Path) -> None:
    assert report({"HOME": str(tmp_path), "PATH": ""}, "/", 1.0).home == str(tmp_path / ".codex")


def test_a_codex_that_was_never_used_is_not_started(tmp_path: Path) -> None:
    program_file(
        tmp_path / "bin" / "codex", f'[ "$1" = --version ] || touch "{tmp_path}/started"', "echo codex-cli 0.171.0"
    )
    found = look(tmp_path / "none", PATH=f"{tmp_path}/bin")
    assert found.installations == ()
    assert found.version == "0.171.0"
    assert "never used" in (found.silence or "")
    assert not (tmp_path / "started").exists()
    assert not (tmp_path / "none").exists()


def test_a_record_of_trust_is_told_as_one_and_a_hook_switched_off_too(home: Path) -> None:
    key = f"{PLUGIN}:hooks/hooks.json"
    configure(
        home,
        f'[hooks.state."{key}:session_start:0:0"]',
        'trusted_hash = "sha256:00"',
        f'[hooks.state."{key}:pre_tool_use:0:0"]',
        "enabled = false",
    )
    assert look(home).hooks == (
        Hook(PLUGIN, "SessionStart", Trust.RECORDED, True),
        Hook(PLUGIN, "PreToolUse", Trust.NOT_RECORDED, False),
    )


def test_the_copy_that_was_written_last_counts_and_the_others_are_left_over(home: Path) -> None:
    newer = add_copy(home, "market", "2.0.0")
    older = home / "plugins/cache/market/practice-ledger/1.0.0"
    os.utime(older, (1, 1))
    elsewhere = add_copy(home, "removed-market", "1.5.0")
    found = look(home)
    assert [each.folder for each in found.installations] == [str(newer)]
    assert set(found.leftovers) == {str(older), str(elsewhere)}


def test_two_marketplaces_are_two_installations(home: Path) -> None:
    add_copy(home, "other", "1.0.0")
    configure(home, '[plugins."practice-ledger@other"]', "enabled = true")
    assert [each.name for each in look(home).installations] == [PLUGIN, "practice-ledger@other"]


def test_a_plugin_whose_files_are_gone(home: Path) -> None:
    shutil.rmtree(home / "plugins")
    [one] = look(home).installations
    assert (one.folder, one.version) == (None, None)


def test_a_disabled_plugin_brings_no_hooks(home: Path) -> None:
    configure(home, enabled="false")
    found = look(home)
    assert not found.installations[0].enabled
    assert found.hooks == ()


def test_lorelums_plugin_is_told_if_it_is_enabled(home: Path) -> None:
    configure(home, '[plugins."lorelum@lorelum-plugins"]', "enabled = true")
    assert look(home).lorelums_plugin == "lorelum@lorelum-plugins"
    configure(home, '[plugins."lorelum@lorelum-plugins"]', "enabled = false")
    assert look(home).lorelums_plugin is None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("hooks = false", "hooks-off-by-setting"),
        ("codex_hooks = false", "hooks-off-by-setting"),
        ("plugins = false", "plugins-off-by-setting"),
    ],
)
def test_features_that_are_switched_off_are_told(home: Path, line: str, code: str) -> None:
    configure(home, "[features]", line)
    assert codes(look(home)) == [code]


def test_settings_that_cannot_be_read_are_told_with_the_line(home: Path) -> None:
    configure(home, "[features")
    found = look(home)
    assert codes(found) == ["host-settings-unreadable"]
    assert "line 3" in found.obstacles[0].evidence


@pytest.mark.parametrize("text", ["allow_managed_hooks_only = true\n", "[features]\nhooks = false\n"])
def test_an_administrators_policy_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "requirements.toml").write_text(text)
    monkeypatch.setattr(config, "REQUIREMENTS", str(tmp_path / "requirements.toml"))
    assert codes(look(home)) == ["hooks-off-by-policy"]


def answering(folder: Path, **answers: Any) -> None:
    """A program that answers as Codex does: hooks, settings and requirements, in the order in which they are asked."""
    results = [{"userAgent": "x/0.171.0 (Linux)"}, *(answers[name] for name in ("hooks", "settings", "requirements"))]
    lines = [json.dumps({"id": number, "result": result}) for number, result in enumerate(results, 1)]
    program_file(folder / "codex", *(f"printf '%s\\n' '{line}'" for line in lines), "cat >/dev/null")


NO_HOOKS = {"data": [{"cwd": "/", "hooks": [], "errors": [], "warnings": []}]}


@pytest.mark.parametrize(
    "requirements", [{"allowManagedHooksOnly": True}, {"featureRequirements": {"hooks": False}}], ids=str
)
def test_a_policy_that_codex_itself_tells_of(home: Path, tmp_path: Path, requirements: dict[str, Any]) -> None:
    answering(tmp_path, hooks=NO_HOOKS, settings={"config": {}}, requirements={"requirements": requirements})
    found = look(home, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert found.silence is None
    assert codes(found) == ["hooks-off-by-policy"]


def test_what_codex_lists_counts_whatever_its_settings_say(home: Path, tmp_path: Path) -> None:
    hook = {
        "key": f"{PLUGIN}:hooks/hooks.json:session_start:0:0",
        "eventName": "sessionStart",
        "trustStatus": "trusted",
    }
    hooks = {"data": [{"hooks": [hook, {"key": "other@market:hooks/hooks.json:stop:0:0"}, 3]}, None]}
    settings = {"config": {"features": {"hooks": False}}}
    answering(tmp_path, hooks=hooks, settings=settings, requirements={"requirements": None})
    found = look(home, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert found.hooks == (Hook(PLUGIN, "SessionStart", Trust.TRUSTED, True),)
    assert found.obstacles == ()


@pytest.mark.parametrize("word", ["untrusted", "a-word-of-later", None])
def test_an_unknown_word_for_trust_is_no_trust(home: Path, tmp_path: Path, word: str | None) -> None:
    hook = {"key": f"{PLUGIN}:hooks/hooks.json:stop:0:0", "eventName": "stop", "trustStatus": word}
    answering(tmp_path, hooks={"data": [{"hooks": [hook]}]}, settings={}, requirements={})
    assert look(home, PATH=f"{tmp_path}:/usr/bin:/bin").hooks == (Hook(PLUGIN, "Stop", Trust.UNTRUSTED, True),)


@pytest.mark.parametrize("hooks", [None, [], {"data": {}}, "none"], ids=str)
def test_an_answer_of_an_unknown_form_is_none(home: Path, tmp_path: Path, hooks: Any) -> None:
    answering(tmp_path, hooks=hooks, settings=[], requirements=7)
    found = look(home, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert found.silence == "it does not list hooks"
    assert len(found.hooks) == 2


@pytest.mark.parametrize(
    "content", [{"plugins": 3}, {"plugins": {PLUGIN: "x"}}, {"hooks": {"state": []}}, {"features": "none"}, {}]
)
def test_settings_of_an_unknown_form_break_nothing(home: Path, content: dict[str, Any]) -> None:
    lines = [f"{key} = {json.dumps(value)}" for key, value in content.items() if not isinstance(value, dict)]
    for key, value in content.items():
        if isinstance(value, dict):
            lines += [f"[{key}]", *(f"{json.dumps(name)} = {json.dumps(inner)}" for name, inner in value.items())]
    (home / "config.toml").write_text("\n".join(lines))
    assert look(home).obstacles == ()


@pytest.mark.parametrize("text", ["", "[]", '{"hooks": []}', '{"hooks": {"SessionStart": [3]}}'])
def test_plugin_files_of_an_unknown_form_break_nothing(home: Path, text: str) -> None:
    (home / "plugins/cache/market/practice-ledger/1.0.0/hooks/hooks.json").write_text(text)
    assert look(home).hooks == ()


@pytest.mark.parametrize(
    ("version", "known"),
    [
        ("0.143.9", Known.OLDER),
        ("0.144.0", Known.TRIED),
        ("0.171.4", Known.TRIED),
        ("0.160.0", Known.BETWEEN),
        ("0.171.0-alpha.1", Known.BETWEEN),
        ("0.172.0-alpha.1", Known.NEWER),
        ("1.0.0", Known.NEWER),
        ("unknown", Known.UNKNOWN),
    ],
)
def test_the_version_is_set_against_those_that_were_tried(tmp_path: Path, version: str, known: Known) -> None:
    program_file(tmp_path / "bin" / "codex", f"echo 'codex-cli {version}'")
    assert look(tmp_path / "none", PATH=f"{tmp_path}/bin:/usr/bin:/bin").known == known


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("codex-cli 0.171.0", "0.171.0"),
        ("codex-cli v0.171.0", "0.171.0"),
        ("codex-cli 0.171.0 (abc 1.2.3)", "0.171.0"),
        ("codex-cli (0.171.0)", "0.171.0"),
        ("0.171.0", "0.171.0"),
        ("codex-cli 0.171.0-alpha.1", "0.171.0-alpha.1"),
        ("codex-cli 0.171.0\\nA newer one: 0.172.0", "0.171.0"),
        ("WARNING: node 20.1.0 is old\\ncodex-cli 0.171.0", "0.171.0"),
        ("codex-cli 0.171.0\\033[0m", "0.171.0"),
        ("codex-cli \u0660.\u0661\u0667\u0661.\u0660", None),
        ("codex-cli 0.171", None),
        (f"codex-cli 0.171.0-{'a' * 65}", None),
        ("codex-cli 0.171.0.1", None),
        ("", None),
    ],
)
def test_the_version_is_read_off_the_line_that_codex_prints(tmp_path: Path, said: str, version: str | None) -> None:
    program_file(tmp_path / "bin" / "codex", f"printf '{said}\\n'")
    assert look(tmp_path / "none", PATH=f"{tmp_path}/bin:/usr/bin:/bin").version == version


def test_an_event_that_the_version_does_not_know_is_not_expected(home: Path, tmp_path: Path) -> None:
    hooks: dict[str, object] = {event: [{"hooks": [{}]}] for event in ("SessionStart", "SessionEnd")}
    (home / "plugins/cache/market/practice-ledger/1.0.0/hooks/hooks.json").write_text(json.dumps({"hooks": hooks}))
    expected = {}
    for version in ("0.144.0", "0.147.0"):
        program_file(tmp_path / "bin" / "codex", f"echo 'codex-cli {version}'")
        expected[version] = look(home, PATH=f"{tmp_path}/bin:/usr/bin:/bin").expected_hooks
    assert expected == {"0.144.0": ("SessionStart",), "0.147.0": ("SessionStart", "SessionEnd")}


@pytest.fixture
def running_codex(home: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose program is called `codex`."""
    shutil.copy("/bin/sleep", tmp_path / "codex")
    environment = {"CODEX_HOME": str(home), "PRACTICE_LEDGER_HOME": "/its/own"}
    with subprocess.Popen([tmp_path / "codex", "300"], env=environment) as process:
        wait_until(lambda: Path(f"/proc/{process.pid}/environ").read_bytes(), "its environment")
        yield process
        process.kill()


def test_running_hosts_are_told_with_their_environment(home: Path, running_codex: subprocess.Popen[bytes]) -> None:
    [process] = look(home).running
    assert process.pid == running_codex.pid
    assert process.environment["PRACTICE_LEDGER_HOME"] == "/its/own"


def test_hosts_with_another_home_are_none_of_this_ones_business(
    tmp_path: Path, running_codex: subprocess.Popen[bytes]
) -> None:
    assert look(tmp_path).running == ()
