"""The wrapper's quick filter looks for what the parser's filter looks for, in every shell that may be `sh`. [R21]"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from needed_tools import program_or_skip, skip_or_fail
from practice_ledger.proof.payload_filter import PATTERNS

from ..conftest import Installed


def test_wrapper_names_exactly_the_patterns_of_the_payload_filter(install: Callable[..., Installed]) -> None:
    first, second = re.findall(r"case \$payload in\n(.*)\) ;;\n", install().wrapper.read_text())

    assert re.findall(r"\*'([^']*)'\*", second) == [pattern.decode() for pattern in PATTERNS]
    words = re.findall(r"\*([^*]+)\*", first)
    assert all(any(word in pattern.decode() for word in words) for pattern in PATTERNS)


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a locale whose characters may end in a byte that is a letter of ASCII."""
    folder = tmp_path_factory.mktemp("locales")
    command: list[str | Path] = [program_or_skip("localedef"), "-i", "zh_CN", "-f", "GBK", folder / "zh_CN.GBK"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not (folder / "zh_CN.GBK").exists():
        skip_or_fail(f"the locale zh_CN.GBK cannot be made: {done.stderr}")
    return folder


# In GBK the last byte of the Chinese character and the `l` after it would be one character.
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "zh_CN.GBK", ""])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_reaches_the_program(
    pattern: bytes, locale: str, sh: Path, install: Callable[..., Installed], request: pytest.FixtureRequest
) -> None:
    made = locale == "zh_CN.GBK"
    place = {"PATH": "/usr/bin:/bin", "LOCPATH": str(request.getfixturevalue("locales"))} if made else {}
    installed = install()
    payload = '{"command":"\u8bfb'.encode() + pattern + b'\xff"}'

    done = subprocess.run(
        [sh, installed.wrapper, "tool-call"],
        env={**place, "LC_ALL": locale},
        input=payload,
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert installed.received() == payload


@pytest.mark.parametrize("command", ["lore list", "loreget", "Lore get", "lore", "lore\\u0020get"])
def test_what_holds_no_pattern_does_not_reach_the_program(
    command: str, sh: Path, install: Callable[..., Installed]
) -> None:
    installed = install()

    done = subprocess.run(
        [sh, installed.wrapper, "tool-call"], input=command.encode(), capture_output=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert installed.received() is None
