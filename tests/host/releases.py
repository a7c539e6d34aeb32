"""Versions of the plugin, published one after the other in one marketplace."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

from codex_host.app_server import AppServer
from codex_host.isolated_codex import IsolatedCodex, marketplace_name

NEWER = "99.0.0"

REFUSED_BY_THE_HOST = ("failed", ("plugin contents changed; hook approval required",))
"""How Codex 0.165 and newer report a hook that they did not run because files of the plugin changed."""

_RUNTIME = Path(__file__).resolve().parents[2] / "runtime"


class Release:
    """A marketplace with the assembled plugin, which can be replaced by another version of it that works as well.

    Scripts of what is published later leave a mark when they run.
    """

    def __init__(self, marketplace: Path, folder: Path) -> None:
        self._first = marketplace
        self.marketplace = folder / "marketplace"
        self._newer_runtime = folder / "newer-runtime"
        self._mark = folder / "ran"
        shutil.copytree(marketplace, self.marketplace)

    @property
    def plugin(self) -> Path:
        """The folder of what is published now."""
        [folder] = (self.marketplace / "plugins").iterdir()
        return folder

    @property
    def program(self) -> Path:
        [found] = self.plugin.glob("runtime/*/practice-ledger")
        return found

    @property
    def hooks(self) -> Path:
        return self.plugin / "hooks" / "hooks.json"

    def publish(self, version: str | None = NEWER) -> None:
        """Puts a version with other scripts in its place or, for None, other scripts under the same number."""
        if version:
            self.number(version)
        for script in ("practice-ledger-hook", "practice-ledger"):
            file = self.plugin / "bin" / script
            first, _, rest = file.read_text().partition("\n")
            file.write_text(f"{first}\necho {script} >>{shlex.quote(str(self._mark))}\n{rest}")

    def publish_with_other_documents(self) -> None:
        """Puts a newer version in its place that writes documents of a later form."""
        self.publish()
        if not self._newer_runtime.exists():
            shutil.copytree(_RUNTIME, self._newer_runtime)
            ledger = self._newer_runtime / "practice_ledger" / "ledger"
            _replace(ledger / "document.py", "VERSION = 1", "VERSION = 2")
            _replace(ledger / "document_models.py", "Field(ge=1, le=1)", "Field(ge=1, le=2)")
        python = f"PYTHONPATH={shlex.quote(str(self._newer_runtime))} exec {shlex.quote(sys.executable)}"
        self.program.write_text(f'#!/bin/sh\n{python} -m practice_ledger "$@"\n')

    def number(self, version: str) -> None:
        """Gives what is published another version number."""
        about = self.plugin / ".codex-plugin" / "plugin.json"
        about.write_text(json.dumps({**json.loads(about.read_text()), "version": version}))

    def publish_first_again(self) -> None:
        """Goes back to what was published at first."""
        shutil.rmtree(self.marketplace)
        shutil.copytree(self._first, self.marketplace)

    def install(self, codex: IsolatedCodex) -> None:
        """Installs what is published, as a user does who has the marketplace already."""
        codex.run("plugin", "add", self.selector)

    def remove(self, codex: IsolatedCodex) -> None:
        """Removes the plugin, as a user does."""
        codex.run("plugin", "remove", self.selector)

    @property
    def selector(self) -> str:
        """What a user calls the plugin by."""
        return f"{self.plugin.name}@{marketplace_name(self.marketplace)}"

    def ran(self) -> set[str]:
        """The scripts of later versions that have run."""
        return set(self._mark.read_text().split()) if self._mark.exists() else set()


def outcomes(server: AppServer, first: int = 0) -> set[tuple[str, tuple[str, ...]]]:
    """The different statuses of the hook runs from a number on, with what the host says of those that failed."""
    return {(run.status, run.texts if run.status == "failed" else ()) for run in server.hook_runs()[first:]}


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
