"""docs/release.md says what is so: its commands are run, or taken by the build; what it lists is what there is."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import glibc_needs
from release import sums
from release.archive import pack
from release.targets import TARGETS
from workflows.verb_arguments import check_taken
from workflows.workflow_files import FILES, TREE

PAGE = (TREE / "docs" / "release.md").read_text(encoding="utf-8")
BLOCKS = [re.sub(r"^ +", "", block, flags=re.MULTILINE) for block in re.findall(r"```sh\n(.*?) *```", PAGE, re.DOTALL)]
LINES = [line for block in BLOCKS for line in block.splitlines()]
RUN_BY_A_TEST = dict(re.findall(r"<!-- run by a test: (\w+) -->\n```sh\n(.*?)```", PAGE, re.DOTALL))
AUTHOR = ["-c", "user.name=You", "-c", "user.email=you@git.invalid"]


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *AUTHOR, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("python3 build ")])
def test_the_build_takes_each_of_its_commands(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_taken(shlex.split(line, comments=True)[2:], monkeypatch)


def test_a_release_can_be_checked_as_it_says(tmp_path: Path) -> None:
    (command,) = [line for line in LINES if line.startswith("sha256sum")]
    (tmp_path / "practice-ledger-0.1.0-all.tar.gz").write_bytes(b"an archive")
    sums.write(tmp_path, [tmp_path / "practice-ledger-0.1.0-all.tar.gz"])
    assert subprocess.run(command, shell=True, cwd=tmp_path, check=False).returncode == 0  # noqa: S602 - the page's

    (tmp_path / "practice-ledger-0.1.0-all.tar.gz").write_bytes(b"another")
    assert subprocess.run(command, shell=True, cwd=tmp_path, check=False).returncode == 1  # noqa: S602


def test_publishing_as_it_says_leaves_the_archives_files_in_the_repository_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tmp_path / "practice-ledger-0.1.0-all"
    program = top / "plugins" / "practice-ledger" / "runtime" / "linux-x64" / "lib.so"
    program.parent.mkdir(parents=True)
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    (top / "plugins" / "practice-ledger" / "README.md").write_text("new\n")
    pack(top, tmp_path / f"{top.name}.tar.gz", 1_700_000_000)
    git(tmp_path, "init", "--quiet", "--bare", "server.git")
    git(tmp_path, "clone", "--quiet", "server.git", "marketplace")
    clone = tmp_path / "marketplace"
    (clone / "of-the-last-release").write_text("old\n")
    (clone / ".git" / "info" / "exclude").write_text("*.so\n")
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message=0.0.9")
    for number, value in enumerate(AUTHOR[1::2]):
        name, _, content = value.partition("=")
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", name)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", content)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "2")

    subprocess.run(["/bin/sh", "-eu", "-c", RUN_BY_A_TEST["publish"]], cwd=clone, check=True)

    listed = git(tmp_path / "server.git", "ls-tree", "-r", "--format=%(objectmode) %(path)", "v0.1.0").splitlines()
    assert listed == [
        "100644 .gitattributes",
        "100644 plugins/practice-ledger/README.md",
        "100755 plugins/practice-ledger/runtime/linux-x64/lib.so",
    ]
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "--quiet", "--branch=v0.1.0", "server.git", "of-a-user")
    assert (tmp_path / "of-a-user" / "plugins" / "practice-ledger" / "README.md").read_bytes() == b"new\n"


def test_it_names_every_target_every_workflow_and_the_glibc_that_is_needed() -> None:
    for target in TARGETS:
        assert f"`{target}`" in PAGE
    assert re.findall(r"`\.github/workflows/([\w-]+)\.yml`", PAGE) == ["checks", "release", "weekly"]
    assert sorted(file.stem for file in FILES) == ["checks", "release", "weekly"]
    assert f"glibc {'.'.join(map(str, glibc_needs.stated()))} and newer" in PAGE


def test_each_link_leads_somewhere() -> None:
    wanted = set(re.findall(r"\]\(([^)]+)\)", PAGE))
    headings = {
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    }
    assert {link for link in wanted if link.startswith("#") and link[1:] not in headings} == set()
    assert {link for link in wanted if not (TREE / "docs" / link.partition("#")[0]).exists()} == set()
