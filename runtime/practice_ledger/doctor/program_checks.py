"""Is the program there that the hooks run, does it run, and is it the one that a shell finds?"""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

from practice_ledger import __version__
from practice_ledger.doctor import plugin_program
from practice_ledger.doctor.check import fine, found
from practice_ledger.doctor.pasted_word import quote
from practice_ledger.doctor.plugin_program import COMMAND
from practice_ledger.search_path import can_run, on_path

if TYPE_CHECKING:
    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings
    from practice_ledger.hosts.host_report import HostReport

_MAY_BE_EXECUTED = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


def program(surroundings: Surroundings, host: HostReport) -> Check:
    """Present, executable, for this platform, and it runs."""
    installation = host.active
    if installation is None or installation.folder is None:
        return fine("program", "not looked for: no plugin is installed and enabled", host=host)
    path = plugin_program.program(installation.folder)
    if not os.path.isfile(path):
        others = [name for name in plugin_program.platforms(installation.folder) if name != plugin_program.platform()]
        if not others:
            return found("program-missing", f"there is no {path}", host=host, plugin=quote(installation.name))
        here = plugin_program.platform()
        return found(
            "program-other-platform", f"it has {', '.join(others)}; this machine is {here}", host=host, platform=here
        )
    if sys.platform != "win32" and not os.stat(path).st_mode & _MAY_BE_EXECUTED:
        return found("program-not-executable", path, host=host, program=quote(path))
    try:
        version = plugin_program.version(path, surroundings.seconds_left())
    except OSError as error:
        reason = error.strerror or str(error)
        return found("program-broken", f"{path}: {reason}", host=host, plugin=quote(installation.name))
    return fine("program", f"version {version} for {plugin_program.platform()}", path, host=host)


def this_program(surroundings: Surroundings) -> Check:
    """Which program is speaking, and whether it is of the version that the hooks run."""
    frozen = bool(getattr(sys, "frozen", False))
    place = sys.executable if frozen else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    about = f"version {__version__}, {place}" if frozen else f"version {__version__}, run by Python from {place}"
    for host in surroundings.hosts:
        if host.active and host.active.folder and host.active.version not in (None, __version__):
            command = plugin_program.command(host.active.folder)
            return found(
                "other-version", about, f"the plugin is of version {host.active.version}", command=quote(command)
            )
    return fine("this-program", about)


def path(surroundings: Surroundings) -> Check:
    """Which `practice-ledger` a shell finds."""
    entries = list(on_path(COMMAND, surroundings.environment.get("PATH")))
    plugin = surroundings.plugin()
    command = plugin_program.command(plugin) if plugin else ""
    for entry in entries:
        if can_run(entry):
            return _runnable(entry, plugin, command, surroundings)
        if not os.path.exists(entry) and command:
            return found(
                "path-leads-nowhere", f"{entry} -> {os.readlink(entry)}", command=quote(command), path=quote(entry)
            )
    return fine("path", f"no {COMMAND} on the PATH; an agent that shall use it needs one there")


def _runnable(entry: str, plugin: str | None, command: str, surroundings: Surroundings) -> Check:
    try:
        version = plugin_program.version(entry, surroundings.seconds_left())
    except OSError as error:
        version = f"unknown ({error})"
    about = f"{entry}, version {version}"
    if plugin is None or os.path.realpath(entry).startswith(f"{os.path.realpath(plugin)}{os.sep}"):
        return fine("path", about)
    try:
        wanted = plugin_program.version(command, surroundings.seconds_left())
    except OSError:
        return fine("path", about)  # what is wrong with the plugin's own is another check's matter
    if version != wanted:
        return found(
            "path-other-version", about, f"the plugin is of version {wanted}", command=quote(command), path=quote(entry)
        )
    return fine("path", about)
