"""Where things are in this tree, and where what is made from it goes. Nothing else names these places."""

from __future__ import annotations

from pathlib import Path

BUILD = Path(__file__).resolve().parent
TREE = BUILD.parent
RUNTIME = TREE / "runtime"
PLUGIN = TREE / "plugin"
DOCS = TREE / "docs"
README_PAGES = (TREE / "README.md", TREE / "README.zh-CN.md")
LICENSE = TREE / "LICENSE"
LAST_RELEASE = BUILD / "last_release"
"""hooks.json as it was released last, and the version of that release; `none` before the first."""
RUNTIME_LOCK = BUILD / "requirements" / "runtime.txt"
DEVELOPMENT_LOCK = BUILD / "requirements" / "dev.txt"

WORK = TREE / ".build"  # ignored by git; may be deleted at any time
LOGS = WORK / "logs"
MARKETPLACE = TREE / "dist" / "marketplace"
RELEASE = TREE / "dist" / "release"
