"""How PowerShell reads the command lines, by a grammar of it: PowerShell itself cannot be run here. [R21]

(Wine's powershell.exe does nothing and says 0, so nothing is run with it.)
"""

from __future__ import annotations

import pytest
import tree_sitter_powershell
from tree_sitter import Language, Node, Parser

from .test_command_lines import LINES

PLAIN = ("command_name", "generic_token")


def read(line: str) -> Node:
    return Parser(Language(tree_sitter_powershell.language())).parse(line.encode()).root_node


def parts(node: Node) -> list[tuple[str, str]]:
    """The smallest parts of the line that say something: what they are, and their text."""
    if node.type in PLAIN or not node.children:
        text = (node.text or b"").decode()
        return [(node.type, text)] if text.strip() else []
    return [part for child in node.children for part in parts(child)]


def plainly(line: str) -> list[tuple[str, str]]:
    """One command with words that stand for themselves."""
    name, *words = line.split(" ")
    return [("command_name", name), *(("generic_token", word) for word in words)]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_powershell_reads_a_line_as_one_command_with_plain_words(line: str) -> None:
    assert not read(line).has_error
    assert parts(read(line)) == plainly(line)


@pytest.mark.parametrize("line", ['"C:\\a b\\hook.cmd"', "cmd /c a & b", "cmd /c (a)", "cmd /c a; b", "cmd /c a ||"])
def test_the_grammar_tells_lines_apart_that_powershell_reads_otherwise(line: str) -> None:
    assert read(line).has_error or parts(read(line)) != plainly(line)
