"""Whether `python3 build` takes a command line, by its own word, without doing what it says."""

from __future__ import annotations

import argparse

import pytest

import command_line
from workflows.workflow_files import TREE


class Parsed(Exception):
    """A verb has read its arguments, and would begin now."""


def check_taken(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails for a verb that is none, an option that the verb does not have, and a test that is not there."""
    if arguments[0] == "test":
        assert [given for given in arguments[1:] if not _taken_by_pytest(given)] == []
        return
    parse = argparse.ArgumentParser.parse_args

    def parse_and_stop(self: argparse.ArgumentParser, given: list[str]) -> None:
        raise Parsed(parse(self, given))

    def stop(given: list[str]) -> None:
        raise Parsed(given)

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_and_stop)
    for verb in command_line._VERBS.values():
        if not verb.TAKES_MORE:
            monkeypatch.setattr(verb, "run", stop)
    with pytest.raises(Parsed):
        command_line.main(arguments)


def _taken_by_pytest(argument: str) -> bool:
    """Whether an argument is a test that is there, or an option of these tests, with what stands behind it."""
    if argument in {"--archive", ".build/archives/*.zip"}:
        return True
    return (TREE / argument.removeprefix("--ignore=")).exists()
