"""Writes every made page. Runs on the build's own Python, after the plugin was assembled."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import folders
from codex_host import codex_install
from pages.made import made_pages
from pages.terminal_captures import terminal_captures, with_captures


def _readme_pages() -> Iterator[tuple[Path, str]]:
    """The pages that show terminals, with what these show now."""
    codex_install.install()
    with tempfile.TemporaryDirectory() as work:
        captures = terminal_captures(folders.MARKETPLACE, Path(work), codex_install.launcher())
    for page in folders.README_PAGES:
        yield page, with_captures(page.read_text(encoding="utf-8"), captures)


def main() -> None:
    for pages in (made_pages(), _readme_pages()):
        for path, text in pages:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                print(f"written: {path.relative_to(folders.TREE)}")


if __name__ == "__main__":
    main()
