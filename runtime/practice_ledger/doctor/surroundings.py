"""What the checks look at: the environment, the hosts, and where the state lies."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.deadline import Deadline
from practice_ledger.refusals import Refused
from practice_ledger.storage.state import State
from practice_ledger.storage.state_directory import state_directory

if TYPE_CHECKING:
    from collections.abc import Mapping

    from practice_ledger.hosts.host_report import HostReport


_TELLING_SECONDS = 0.5


@dataclass(frozen=True)
class Surroundings:
    """`folder` is the working directory. `hosts` are the reports of all hosts that can say something of themselves."""

    environment: Mapping[str, str]
    folder: str
    hosts: tuple[HostReport, ...] = ()
    ends_at: float = field(default_factory=lambda: time.monotonic() + bounds.DOCTOR_SECONDS)

    def seconds_left(self) -> float:
        """How long a check may wait for a program, so that it can still tell of it."""
        return max(0.0, self.ends_at - _TELLING_SECONDS - time.monotonic())

    def state_place(self) -> str:
        """The state directory of this environment. Raises `Refused`."""
        return state_directory(self.environment)

    def state(self) -> State | None:
        """The open state, None if there is none or it cannot be used; the checks of the state say why."""
        try:
            return State.opened(self.state_place(), Deadline(), create=False)
        except (Refused, OSError):
            return None

    def in_agents_shell(self) -> bool:
        """Whether a host's agent runs this, perhaps in a sandbox that cannot write."""
        return any(any(host.ids.values()) for host in self.hosts)

    def plugin(self) -> str | None:
        """The folder of the plugin whose hooks run, or would run."""
        for host in self.hosts:
            if host.active is not None:
                return host.active.folder
        return None


def here() -> tuple[Mapping[str, str], str]:
    """This process's environment and working directory; the root if the directory is gone."""
    try:
        return os.environ, os.getcwd()
    except OSError:
        return os.environ, "/"
