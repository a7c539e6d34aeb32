"""Writes every made page. Runs on the build's own Python, with the runtime on its path."""

from __future__ import annotations

import folders
from pages.made import made_pages


def main() -> None:
    for path, text in made_pages():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"written: {path.relative_to(folders.TREE)}")


if __name__ == "__main__":
    main()
