"""No job fails for want of a program: it has what its tests ask for, or they know that its system has none."""

from __future__ import annotations

import sys

import pytest

import needed_tools
from release import testing
from workflows import tools
from workflows.test_steps import verb_lines
from workflows.workflow_files import JOBS, Job

OWN = {"linux": "linux-x64", "macos": "macos-arm64", "windows": "windows-x64"}


def asked_by(arguments: list[str], system: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tests, as paths, that a `python3 build` runs on its own kind of machine."""
    if arguments[0] == "test":
        return [given for given in arguments[1:] if given.startswith("tests")] or ["tests"]
    if arguments[0] != "release" or "--untested" in arguments:
        return []
    combined = "--combine" in arguments
    target = OWN[system] if combined else arguments[arguments.index("--target") + 1]
    monkeypatch.setattr(testing, "is_own", lambda _: True)
    return list(testing.suite(target, combined=combined))


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_job_has_every_program_that_its_tests_ask_for(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    system = tools.system(job)
    for arguments in verb_lines(job):
        tests = asked_by(arguments, system, monkeypatch)
        assert tools.needed(tests, system) - tools.there(job) == set(), arguments


def test_what_tests_ask_for_is_seen_in_fixtures_loops_and_modules() -> None:
    assert tools.needed(["tests/process/wrapper/test_payloads.py"], "linux") == {"bash", "dash", "zsh", "strace"}
    assert tools.needed(["tests/process/wrapper"], "macos") == {"bash", "dash", "zsh"}
    assert tools.needed(["tests/proof"], "macos") == {"bash", "dash", "zsh"}
    assert {"busybox", "debootstrap", "mount", "setpriv", "localedef"} <= tools.needed(["tests"], "linux")


def test_tools_of_linux_are_skipped_elsewhere_where_others_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PATH", "/nonexistent")
    for name in needed_tools.OF_LINUX:
        with pytest.raises(pytest.fail.Exception):
            needed_tools.program_or_skip(name)
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in needed_tools.OF_LINUX:
        with pytest.raises(pytest.skip.Exception):
            needed_tools.program_or_skip(name)
    with pytest.raises(pytest.fail.Exception):
        needed_tools.program_or_skip("zsh")


def test_a_release_in_a_container_may_ask_git_for_the_commit() -> None:
    for job in JOBS:
        if "container" in job.content and any(line[0] == "release" for line in verb_lines(job)):
            assert job.content["env"]["GIT_CONFIG_KEY_0"] == "safe.directory", job
