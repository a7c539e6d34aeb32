"""The Codex processes that this user runs now, on Linux."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from practice_ledger.foreign_files import Unreadable, content_of, names_in
from practice_ledger.hosts.codex.config import home_of
from practice_ledger.hosts.host_report import RunningHost

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROCESSES = "/proc"
_PROGRAM = "codex"


def running(home: str) -> Iterator[RunningHost]:
    """Those that use the Codex home at `home`. What belongs to others, or is gone meanwhile, is passed over."""
    if sys.platform == "win32":
        return
    for name in _numbers():
        place = os.path.join(_PROCESSES, name)
        try:
            if os.stat(place).st_uid != os.getuid() or not _is_codex(os.readlink(f"{place}/exe")):
                continue
            pairs = [os.fsdecode(pair).partition("=") for pair in content_of(f"{place}/environ").split(b"\0")]
        except (OSError, Unreadable):
            continue
        environment = {variable: value for variable, _, value in pairs if variable}
        if os.path.realpath(home_of(environment)) == os.path.realpath(home):
            yield RunningHost(int(name), environment)


def _is_codex(program: str) -> bool:
    return os.path.basename(program).removesuffix(" (deleted)") == _PROGRAM


def _numbers() -> list[str]:
    return [name for name in names_in(_PROCESSES) if name.isdigit()]
