"""What a build writes into a plugin has the same line ends on every system: archives are joined by their bytes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"
# Those that write what is shipped.
WRITERS = ("assembling.py", "release/folder.py", "release/archive.py", "release/sums.py", "release/making.py")


def texts_written(source: str) -> list[tuple[int, list[str | None]]]:
    """Lines of the calls that write text, and the names of their arguments."""
    return [
        (call.lineno, [keyword.arg for keyword in call.keywords])
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "write_text"
    ]


@pytest.mark.parametrize("name", WRITERS)
def test_texts_of_a_plugin_are_written_with_line_ends_of_unix(name: str) -> None:
    written = texts_written((BUILD / name).read_text(encoding="utf-8"))

    assert [line for line, arguments in written if "newline" not in arguments] == []


def test_line_ends_are_found_to_be_left_to_the_system() -> None:
    assert texts_written("path.write_text(text, encoding='utf-8')") == [(1, ["encoding"])]
