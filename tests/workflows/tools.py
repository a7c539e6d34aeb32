"""Which programs the tests of a job need, by their own word, and which its machine has."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from needed_tools import OF_LINUX, program_or_skip
from workflows.workflow_files import TREE, Job

_ASKS = program_or_skip.__name__
# What the container's image brings of the programs that tests ask for.
_OF_THE_IMAGE = {"bash", "chroot", "git", "localedef", "mount", "setpriv"}
_OF_A_PACKAGE = {"busybox-static": "busybox"}
# What GitHub's own machines have for certain. A Linux without `.ci/run` lacks most.
_OF_THE_MACHINE = {"linux": {"bash", "dash"}, "macos": {"bash", "dash", "zsh"}, "windows": {"bash"}}


def system(job: Job) -> str:
    """`linux`, `macos` or `windows`: what a job runs on."""
    (machine,) = {row.get("runner", job.content["runs-on"]).partition("-")[0] for row in job.matrix}
    return "linux" if machine == "ubuntu" else str(machine)


def there(job: Job) -> set[str]:
    """The programs that a job can count on."""
    if "container" in job.content and any(shlex.split(run)[:2] == ["bash", ".ci/run"] for run in job.runs):
        return _OF_THE_IMAGE | set(installed())
    return _OF_THE_MACHINE[system(job)]


def installed() -> Iterator[str]:
    """What `.ci/run` installs where it is missing."""
    script = (TREE / ".ci" / "run").read_text(encoding="utf-8")
    for words in re.findall(r"for program in (.*); do|missing\+=\(([\w -]+)\)", script):
        for word in " ".join(words).split():
            yield _OF_A_PACKAGE.get(word, word)


def needed(tests: list[str], on: str) -> set[str]:
    """The programs that these tests, as paths in the tree, ask for on a system."""
    asked = {program for test in tests for file in _files(TREE / test) for program in _asked(file)}
    return asked if on == "linux" else asked - OF_LINUX


def _files(test: Path) -> Iterator[Path]:
    """The modules of a test or of a folder of tests, and the fixtures that they may use."""
    yield from [test] if test.suffix else sorted(test.rglob("*.py"))
    for folder in test.parents:
        if (folder / "conftest.py").exists():
            yield folder / "conftest.py"


def _asked(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    lists = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name != _ASKS):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id == _ASKS:
                yield from _meant(call.args[0], function, lists)


def _meant(name: ast.expr, function: ast.FunctionDef, lists: dict[str, ast.expr]) -> list[str]:
    """A name as it stands there, or all of those that a fixture's parameters or a loop give to it."""
    if isinstance(name, ast.Constant):
        return [str(name.value)]
    loops = [node.iter for node in ast.walk(function) if isinstance(node, ast.For)]
    parameters = [key.value for node in function.decorator_list if isinstance(node, ast.Call) for key in node.keywords]
    (given,) = loops or parameters
    return list(ast.literal_eval(lists[given.id] if isinstance(given, ast.Name) else given))
