"""What the workflows may do is little, and what they run of others is named by its content."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from workflows.workflow_files import FILES, GITHUB, JOBS, TREE, Job

WRITES = ("release", "draft")
"""The one job that may write anything."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_action_is_pinned_by_a_commit_and_its_version_stands_beside_it(file: Path) -> None:
    used = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert used
    assert [line for line in used if not re.fullmatch(r"uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_an_action_is_pinned_alike_everywhere() -> None:
    pins = {use for job in JOBS for use in job.uses}
    assert len({use.partition("@")[0] for use in pins}) == len(pins)


def test_a_container_is_pinned_by_its_digest_and_its_version_and_alike_everywhere() -> None:
    (image,) = {job.content["container"]["image"] for job in JOBS if "container" in job.content}
    assert re.fullmatch(r"[a-z]+:\d+\.\d+\.\d+-[a-z]+@sha256:[0-9a-f]{64}", image)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_workflow_itself_may_do_nothing(file: Path) -> None:
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["permissions"] == {}


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_job_may_only_read_but_for_the_one_that_drafts(job: Job) -> None:
    if (job.file, job.name) != WRITES:
        assert job.content["permissions"] == {"contents": "read"}


def test_the_job_that_may_write_runs_nothing_of_the_tree() -> None:
    (draft,) = [job for job in JOBS if (job.file, job.name) == WRITES]
    assert not any("checkout" in use for use in draft.uses)


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_a_job_ends_by_itself(job: Job) -> None:
    assert 0 < job.content["timeout-minutes"] <= 120


def test_newer_versions_of_all_that_is_pinned_are_looked_for_but_for_codex() -> None:
    updates = yaml.safe_load((GITHUB / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    looked_at = {(update["package-ecosystem"], update["directory"].strip("/")) for update in updates}
    locks = {
        lock.parent.relative_to(TREE).as_posix()
        for top in ("build", "tests")
        for lock in (TREE / top).rglob("package-lock.json")
        if "openai/codex" not in lock.read_text(encoding="utf-8")
    }
    assert looked_at == {("github-actions", ""), ("pip", "build/requirements"), *(("npm", lock) for lock in locks)}
