"""One look at something, in a thread of its own: it may break, or wait for a disk that does not answer."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from practice_ledger.doctor.check import found
from practice_ledger.doctor.findings import CHECK_BROKE

if TYPE_CHECKING:
    from collections.abc import Callable

    from practice_ledger.doctor.check import Check
    from practice_ledger.hosts.host_report import HostReport

_SLICE_SECONDS = 0.1  # a signal that comes just before a wait begins, and any on Windows, is heeded after it


class Look:
    """Begins at once. `look` gives the check, None where another check tells of what it came to."""

    def __init__(self, name: str, look: Callable[[], Check | None], host: HostReport | None = None) -> None:
        self._name = name
        self._look = look
        self._host = host
        self._came_to: list[Check | None] = []
        self._is_over = threading.Event()  # `Thread.join` takes a thread for ended once a signal interrupted it
        # A thread that hangs in the system cannot be ended; it ends with the process.
        threading.Thread(target=self._run, daemon=True).start()

    def outcome(self, ends_at: float) -> Check | None:
        """What it came to by then, on the monotonic clock; that it broke or took too long is a finding as well."""
        self.wait(ends_at)
        return self._came_to[0] if self._came_to else self._broke("it took too long")

    def wait(self, ends_at: float) -> None:
        """Until it is over, or until then."""
        while not self._is_over.wait(max(0.0, min(_SLICE_SECONDS, ends_at - time.monotonic()))):
            if time.monotonic() >= ends_at:
                return

    def _run(self) -> None:
        try:
            self._came_to.append(self._look())
        except Exception as error:
            self._came_to.append(self._broke(f"{type(error).__name__}: {error}"))
        finally:
            self._is_over.set()

    def _broke(self, how: str) -> Check:
        return found(CHECK_BROKE, how, check=self._name, host=self._host)
