"""Codex's terminal UI, driven through a pseudo-terminal as a user does it: keys in, the screen read."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pexpect
import pyte

from codex_host.isolated_codex import IsolatedCodex
from codex_host.waiting import DEADLINE_SECONDS, wait_until

ENTER = "\r"
DOWN = "\x1b[B"
SELECTED = "\u203a "
"""What stands before the entry of a list that ENTER would take."""
_PASTE_SECONDS = 0.5
"""Older builds take what comes sooner after typed text for a part of something pasted, line breaks too."""
_COLUMNS, _LINES = 140, 45
_QUERY, _ANSWER = "\x1b[6n", "\x1b[1;1R"


class TerminalUi:
    """One running terminal UI. Use as a context manager: at its end the process has ended."""

    def __init__(self, codex: IsolatedCodex, arguments: Sequence[str] = ()) -> None:
        self._screen = pyte.Screen(_COLUMNS, _LINES)
        self._stream = pyte.Stream(self._screen)
        self._lock = threading.Lock()
        # Older builds have no daemon, and not the option either.
        alone = ["--no-daemon"] if "--no-daemon" in codex.run("--help") else []
        self._pause = 0.0 if alone else _PASTE_SECONDS
        command = [*codex.launcher, *alone, "-s", "danger-full-access", *arguments]
        self._process = pexpect.spawn(
            command[0],
            command[1:],
            env={**codex.environment, "TERM": "xterm-256color"},
            cwd=str(codex.project),
            dimensions=(_LINES, _COLUMNS),
            encoding="utf-8",
            codec_errors="replace",
            timeout=DEADLINE_SECONDS,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> TerminalUi:
        return self

    def __exit__(self, *exception: object) -> None:
        self._process.close(force=True)
        self._reader.join(5)

    def screen(self) -> str:
        """What stands on the screen now, without the blanks at the lines' ends."""
        with self._lock:
            return "\n".join(line.rstrip() for line in self._screen.display)

    def wait_for(self, *texts: str) -> None:
        """Waits until all `texts` stand on the screen. Raises `DeadlinePassed` with the screen as it was."""
        try:
            wait_until(lambda: all(text in self.screen() for text in texts), f"{texts} on the screen")
        except AssertionError as error:
            raise type(error)(f"{error}:\n{self.screen()}") from None

    def wait_until_gone(self, text: str) -> None:
        """Waits until `text` no longer stands on the screen."""
        wait_until(lambda: text not in self.screen(), f"{text!r} to leave the screen")

    def press(self, keys: str) -> None:
        """Sends keys as they are."""
        self._process.send(keys)

    def enter(self, text: str) -> None:
        """Types a line, waits until the UI shows it, and sends it."""
        self.press(text)
        self.wait_for(text)
        time.sleep(self._pause)
        self.press(ENTER)

    def quit(self) -> None:
        """Leaves as a user does: Codex ends its sessions, their hooks included."""
        self.enter("/quit")
        wait_until(lambda: not self._reader.is_alive(), "the end of the terminal UI")
        self._process.wait()

    def _read(self) -> None:
        while True:
            try:
                text = self._process.read_nonblocking(65536, timeout=DEADLINE_SECONDS)
            except pexpect.TIMEOUT:
                continue
            except (pexpect.EOF, OSError, ValueError):
                return
            with self._lock:
                self._stream.feed(text)
            if _QUERY in text:
                self._process.send(_ANSWER)
