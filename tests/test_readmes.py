"""README.md and its translation say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
ENGLISH, CHINESE = ((TOP / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh-CN.md"))


def commands(page: str) -> list[str]:
    """The lines of all shell blocks, without what is said about them."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line.partition("  #")[0].strip() for block in blocks for line in block.splitlines()]


def code(page: str) -> list[str]:
    """Everything in backticks within a line, whatever the order of words in a language makes of their order."""
    text = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    return sorted(set(re.findall(r"`([^`]+)`", text)))


def links(page: str) -> list[str]:
    return [link for link in re.findall(r"\]\(([^)]+)\)", page) if "README" not in link and not link.startswith("#")]


def blocks(page: str) -> list[str]:
    """What is quoted: the hint, and what terminals show."""
    return re.findall(r"```(?:text)?\n(.*?)```", re.sub(r"```sh\n.*?```", "", page, flags=re.DOTALL), re.DOTALL)


def figures(page: str) -> list[str]:
    return re.findall(r"\| ([0-9.]+) \| ([0-9.]+) \|", page)


@pytest.mark.parametrize("part", [commands, code, links, blocks, figures])
def test_both_hold_the_same(part: object) -> None:
    assert callable(part)
    assert part(ENGLISH)
    assert part(CHINESE) == part(ENGLISH)


def test_both_have_the_same_sections() -> None:
    def levels(page: str) -> list[str]:
        return re.findall(r"^(#+) ", page, re.MULTILINE)

    assert levels(CHINESE) == levels(ENGLISH)


@pytest.mark.parametrize("page", [ENGLISH, CHINESE])
def test_each_link_leads_somewhere(page: str) -> None:
    wanted = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", page)} - {""}
    assert {link for link in wanted if "://" not in link and not (TOP / link).exists()} == set()
