"""The program that the hooks run, and the one that a shell finds."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from doctor.conftest import MakePlugin, around, installation, program_file, report, told
from practice_ledger import __version__
from practice_ledger.doctor import plugin_program, program_checks
from practice_ledger.doctor.findings import Verdict
from practice_ledger.hosts.host_report import HostReport


def with_plugin(folder: Path, version: str = __version__) -> HostReport:
    return report(installations=(installation(folder=str(folder), version=version),))


def check_program(folder: Path) -> tuple[str | None, str]:
    host = with_plugin(folder)
    came_to = program_checks.program(around(host), host)
    return came_to.finding, told(came_to)


def test_a_program_that_runs_tells_its_version_and_platform(make_plugin: MakePlugin) -> None:
    finding, text = check_program(make_plugin(version="1.2.3"))
    assert finding is None
    assert f"version 1.2.3 for {plugin_program.platform()}" in text


def test_a_plugin_without_a_program(tmp_path: Path) -> None:
    finding, text = check_program(tmp_path)
    assert finding == "program-missing"
    assert str(tmp_path / "runtime") in text


def test_a_plugin_for_another_platform_tells_both(make_plugin: MakePlugin) -> None:
    finding, text = check_program(make_plugin(machine="plan9-mips"))
    assert finding == "program-other-platform"
    assert "plan9-mips" in text
    assert f"in the form for {plugin_program.platform()}" in text


def test_a_program_that_lost_its_executable_bit(make_plugin: MakePlugin) -> None:
    folder = make_plugin()
    program = Path(plugin_program.program(str(folder)))
    program.chmod(0o644)
    finding, text = check_program(folder)
    assert finding == "program-not-executable"
    assert f"chmod +x {program}" in text


@pytest.mark.parametrize(
    "content",
    ["#!/bin/sh\nexit 3\n", "#!/nowhere/at/all\n", "#!/bin/sh\necho hello\n", "\x7fELF\x02 of another machine"],
)
def test_a_program_that_does_not_run_or_is_another_one(make_plugin: MakePlugin, content: str) -> None:
    folder = make_plugin()
    Path(plugin_program.program(str(folder))).write_text(content)
    assert check_program(folder)[0] == "program-broken"


def test_without_a_plugin_no_program_is_missed() -> None:
    host = report(installations=())
    assert program_checks.program(around(host), host).verdict == Verdict.OK


def test_a_command_of_the_plugins_version_is_as_it_should_be(make_plugin: MakePlugin) -> None:
    came_to = program_checks.this_program(around(with_plugin(make_plugin())))
    assert came_to.verdict == Verdict.OK
    assert f"version {__version__}" in told(came_to)
    assert "runtime" in told(came_to)


def test_a_command_of_another_version_than_the_plugin_names_the_plugins(make_plugin: MakePlugin) -> None:
    folder = make_plugin()
    came_to = program_checks.this_program(around(with_plugin(folder, version="99.0.0")))
    assert came_to.finding == "other-version"
    assert str(folder / "bin" / "practice-ledger") in (came_to.next_step or "")


def check_path(plugin: Path | None, *folders: Path | str) -> tuple[str | None, str]:
    hosts = (with_plugin(plugin),) if plugin else ()
    came_to = program_checks.path(around(*hosts, PATH=os.pathsep.join(map(str, folders))))
    return came_to.finding, told(came_to)


def test_a_command_on_the_path_that_leads_into_the_plugin_is_as_it_should_be(
    make_plugin: MakePlugin, tmp_path: Path
) -> None:
    plugin = make_plugin()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "practice-ledger").symlink_to(plugin / "bin" / "practice-ledger")
    finding, text = check_path(plugin, tmp_path / "bin")
    assert finding is None
    assert __version__ in text


def test_another_command_of_the_same_version_is_as_it_should_be(make_plugin: MakePlugin) -> None:
    other = make_plugin("other")
    assert check_path(make_plugin(), other / "bin")[0] is None


def test_a_command_on_the_path_of_another_version_tells_how_to_replace_it(make_plugin: MakePlugin) -> None:
    plugin, other = make_plugin(version="2.0.0"), make_plugin("other", version="1.0.0")
    finding, text = check_path(plugin, other / "bin", plugin / "bin")
    assert finding == "path-other-version"
    assert "version 1.0.0" in text
    assert "version 2.0.0" in text
    [step] = [part for part in text.split("Run: ") if part.startswith("ln ")]
    assert shlex.split(step)[2:] == [str(folder / "bin" / "practice-ledger") for folder in (plugin, other)]


def test_a_link_on_the_path_that_leads_nowhere_as_after_an_update(make_plugin: MakePlugin, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "practice-ledger").symlink_to(tmp_path / "plugin-of-before" / "bin" / "practice-ledger")
    finding, text = check_path(make_plugin(), tmp_path / "bin")
    assert finding == "path-leads-nowhere"
    assert "plugin-of-before" in text


def test_a_relative_folder_of_the_path_is_never_looked_into(
    make_plugin: MakePlugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program_file(tmp_path / "practice-ledger", f"touch '{tmp_path}/ran'")
    monkeypatch.chdir(tmp_path)
    finding, text = check_path(make_plugin(), "", ".", "bin")
    assert finding is None
    assert "no practice-ledger on the PATH" in text
    assert not (tmp_path / "ran").exists()
