"""Which Debian package a library of the system belongs to, and under which licences it is."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_DOCUMENTS = Path("/usr/share/doc")
_TEXTS = Path("/usr/share/common-licenses")


@dataclass(frozen=True)
class DebianPackage:
    """`distribution`: as /etc/os-release names it. `texts`: by the name of the file each is in."""

    name: str
    version: str
    architecture: str
    distribution: str
    texts: dict[str, str]


def owner(file: Path) -> DebianPackage | None:
    """The package that installed a file; None where there is none, or no dpkg."""
    if not shutil.which("dpkg-query"):
        return None
    for path in _spellings(file):
        found = _asked("--search", str(path))
        if found:
            qualified = found.partition(": ")[0].partition(",")[0]
            name, version, architecture = _asked(
                "--show", "--showformat", "${Package} ${Version} ${Architecture}", qualified
            ).split()
            return DebianPackage(name, version, architecture, _distribution(), _texts(name))
    return None


def _spellings(file: Path) -> list[Path]:
    """Where /lib is a link to /usr/lib, packages still name either."""
    resolved = file.parent.resolve() / file.name
    found = [file, resolved, file.resolve()]
    return found + [Path("/", *path.parts[2:]) for path in found if path.parts[:2] == ("/", "usr")]


def _asked(*arguments: str) -> str:
    done = subprocess.run(["dpkg-query", *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _distribution() -> str:
    found = re.search(r'^ID="?(\w+)', Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else "debian"


def _texts(package: str) -> dict[str, str]:
    """The package's copyright file, and the licences that it refers to instead of repeating them."""
    copyright_file = _DOCUMENTS / package / "copyright"
    if not copyright_file.is_file():
        return {}
    text = copyright_file.read_text(encoding="utf-8")
    named = sorted(set(re.findall(rf"{_TEXTS}/([A-Za-z]+(?:-[0-9]+(?:\.[0-9]+)*)?)", text)))
    common = {name: _TEXTS / name for name in named if (_TEXTS / name).is_file()}
    return {"copyright": text, **{name: file.read_text(encoding="utf-8") for name, file in common.items()}}
