"""The workflows do nothing that a person would not do by hand: their steps call verbs of `python3 build`."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from release.targets import TARGETS
from workflows.verb_arguments import check_taken
from workflows.workflow_files import JOBS, TREE, Job

# `.ci/run` installs what the tests need of the system and hands its arguments to `python3 build`.
_BY_HAND = ["python3", "build"]
_IN_CI = ["bash", ".ci/run"]
_CI_RUNS = ["test"]
# What is done with a release that is built and tested: nothing of it makes or tests anything.
_WITH_A_RELEASE = {"sha256sum", "ls", "gh"}


def verb_lines(job: Job) -> list[list[str]]:
    """The arguments of every `python3 build` of a job, for each machine that it runs on."""
    lines: list[list[str]] = []
    for run in job.runs:
        words = shlex.split(run)
        if words[: len(_IN_CI)] == _IN_CI:
            arguments = words[len(_IN_CI) :] or _CI_RUNS
        elif words[: len(_BY_HAND)] == _BY_HAND:
            arguments = words[len(_BY_HAND) :]
        else:
            continue
        for row in job.matrix:
            line = [row["target"] if word == "$TARGET" else word for word in arguments]
            lines += [line] if line not in lines else []
    return lines


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_step_is_one_command_and_that_a_verb_or_what_is_done_with_a_release(job: Job) -> None:
    for run in job.runs:
        words = shlex.split(run)
        assert (
            words[: len(_IN_CI)] == _IN_CI
            or words[: len(_BY_HAND)] == _BY_HAND
            or ((job.file, job.name) == ("release", "draft") and words[0] in _WITH_A_RELEASE)
        ), run
        assert not any(sign in run.rstrip() for sign in ("\n", ";", "&&", "||", "|", "${{")), run


@pytest.mark.parametrize("arguments", [line for job in JOBS for line in verb_lines(job)], ids=" ".join)
def test_each_verb_takes_the_arguments_it_is_given(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    check_taken(arguments, monkeypatch)


@pytest.mark.parametrize("arguments", [[], ["release", "--target", "linux x64"]])
def test_ci_does_the_verb_that_it_is_given_and_tests_without_one(arguments: list[str], tmp_path: Path) -> None:
    for name in ("python3", "apt-get"):
        (tmp_path / name).write_text('#!/bin/sh\ncase $0 in */python3) printf "%s\\n" "$@" ;; esac\n')
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        ["bash", TREE / ".ci" / "run", *arguments],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["build", *(arguments or _CI_RUNS)]


def test_each_kind_of_run_is_there() -> None:
    verbs = {(job.file, arguments[0]) for job in JOBS for arguments in verb_lines(job)}
    assert verbs == {
        ("checks", "test"),
        ("release", "release"),
        ("release", "test"),
        ("weekly", "evidence"),
        ("weekly", "soak"),
    }


def test_a_release_builds_every_target_that_there_is_once() -> None:
    lines = [line for job in JOBS for line in verb_lines(job) if line[0] == "release"]
    built = [line[line.index("--target") + 1] for line in lines if "--target" in line]
    assert sorted(built) == sorted(TARGETS)


def test_what_is_built_untested_is_tested_by_another_job_before_anything_is_combined() -> None:
    (combine,) = [job for job in JOBS if (job.file, job.name) == ("release", "combine")]
    others = {
        job.name: verb_lines(job) for job in JOBS if job.file == "release" and job.name in combine.content["needs"]
    }
    untested = [name for name, lines in others.items() if any("--untested" in line for line in lines)]
    tested = [name for name, lines in others.items() if any(line[:2] == ["test", "--archive"] for line in lines)]
    assert (untested, tested) == (["windows"], ["windows-tests"])
