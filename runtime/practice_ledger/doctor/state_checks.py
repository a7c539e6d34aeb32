"""Where the state lies, why there, and whether it can be used."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from typing import TYPE_CHECKING

from practice_ledger import bounds
from practice_ledger.doctor import file_system
from practice_ledger.doctor.check import fine, found
from practice_ledger.doctor.findings import FINDINGS
from practice_ledger.doctor.pasted_word import quote
from practice_ledger.foreign_files import names_in
from practice_ledger.ledger.inspection import NEWER, inspect
from practice_ledger.refusals import REASONS, Refused
from practice_ledger.storage import contents, tally
from practice_ledger.storage.locks import LOCK_SUFFIX
from practice_ledger.storage.state import LOCKS
from practice_ledger.storage.state_directory import HOME_VARIABLE
from practice_ledger.storage.state_root import opened_root

if TYPE_CHECKING:
    from collections.abc import Iterator

    from practice_ledger.doctor.check import Check
    from practice_ledger.doctor.surroundings import Surroundings

_NOT_THERE = "not there yet; the first conversation makes it"
_IN_A_SANDBOX = "as it should be in an agent's shell; the hooks run outside of its sandbox"
_NO_PLACE = "not looked at: there is no place for it"
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS_MAY_ENTER = 0o077


def place(surroundings: Surroundings) -> Check:
    """Which directory, and why that one."""
    try:
        directory = surroundings.state_place()
    except Refused as refused:
        return found("state-nowhere", REASONS[refused.reason], variable=HOME_VARIABLE)
    there = () if os.path.isdir(directory) else (_NOT_THERE,)
    return fine("state-place", f"{directory} ({_why(surroundings)})", *there)


def _why(surroundings: Surroundings) -> str:
    if surroundings.environment.get(HOME_VARIABLE):
        return f"{HOME_VARIABLE} says so"
    if sys.platform == "win32":
        return "below %LOCALAPPDATA%"
    if os.path.isabs(surroundings.environment.get("XDG_STATE_HOME", "")):
        return "XDG_STATE_HOME says so"
    if os.path.isabs(surroundings.environment.get("HOME", "")):
        return "in the home that HOME names"
    return "in the home of the user's account, as HOME is not set"


def access(surroundings: Surroundings) -> Check:
    """Owner, permissions, and whether it can be read and written."""
    try:
        directory = surroundings.state_place()
    except Refused:
        return fine("state-access", _NO_PLACE)
    if not os.path.lexists(directory):
        return _of_the_ancestor(directory, surroundings)
    return _of_the_directory(directory, surroundings)


def _of_the_directory(directory: str, surroundings: Surroundings) -> Check:
    if _is_foreign(directory):
        return found("state-foreign", directory, variable=HOME_VARIABLE)
    for folder in (directory, *(os.path.join(directory, name) for name in contents.FOLDERS)):
        if os.path.lexists(folder) and (wrong := _wrong_with(folder, directory, surroundings)):
            return wrong
    for lock in _blocked_locks(directory):
        return found("state-lock-blocked", f"{lock} is not a plain file", path=quote(lock))
    if sys.platform == "win32":
        return fine("state-access", "readable and writable; as private as the folder that it lies in")
    mode = stat.S_IMODE(os.stat(directory).st_mode)
    about = f"yours, mode {mode:04o}, readable and writable"
    if mode & _OTHERS_MAY_ENTER:
        return found("state-open-to-others", about, place=quote(directory))
    return fine("state-access", about)


def _is_foreign(directory: str) -> bool:
    try:
        root = opened_root(directory, create=False)
    except Refused as refused:
        return refused.reason == "state-foreign"
    except OSError:
        return False  # what keeps it from being opened is told below
    if root is not None:
        root.close()
    return False


def _blocked_locks(directory: str) -> Iterator[str]:
    folder = os.path.join(directory, LOCKS)
    for name in names_in(folder):
        entry = os.path.join(folder, name)
        if name.endswith(LOCK_SUFFIX) and (os.path.islink(entry) or not os.path.isfile(entry)):
            yield entry


def _wrong_with(folder: str, directory: str, surroundings: Surroundings) -> Check | None:
    """What keeps a folder of the state from being used. The state directory itself may be a link, no other may."""
    try:
        seen = os.stat(folder) if folder == directory else os.lstat(folder)
    except FileNotFoundError:
        return found("state-unsafe", f"{folder} is a link that leads nowhere", place=quote(directory))
    about = f"{folder}: owner {seen.st_uid}, mode {stat.S_IMODE(seen.st_mode):04o}"
    if not stat.S_ISDIR(seen.st_mode):
        return found("state-unsafe", f"{folder} is not a directory", place=quote(directory))
    if sys.platform != "win32" and (seen.st_uid != os.geteuid() or seen.st_mode & _OTHERS_MAY_WRITE):
        return found("state-unsafe", about, f"this user is {os.geteuid()}", place=quote(directory))
    if not file_system.may(folder, os.R_OK | os.X_OK):
        return found("state-unwritable", about, place=quote(directory))
    if not file_system.may(folder, os.W_OK):
        return _not_writable("state-unwritable", about, surroundings, directory)
    return None


def _of_the_ancestor(directory: str, surroundings: Surroundings) -> Check:
    ancestor = file_system.nearest_that_is_there(directory)
    if os.path.isdir(ancestor) and file_system.may(ancestor, os.W_OK | os.X_OK):
        return fine("state-access", f"it can be made in {ancestor}")
    about = f"no folder can be made in {ancestor}"
    return _not_writable("state-cannot-be-made", about, surroundings, directory)


def _not_writable(code: str, about: str, surroundings: Surroundings, place: str = "") -> Check:
    if surroundings.in_agents_shell():
        return fine(FINDINGS[code].check, about, _IN_A_SANDBOX)
    return found(code, about, place=quote(place), variable=HOME_VARIABLE)


def disk(surroundings: Surroundings) -> Check:
    """The file system, and whether there is room."""
    try:
        where = file_system.nearest_that_is_there(os.path.realpath(surroundings.state_place()))
    except Refused:
        return fine("state-disk", _NO_PLACE)
    if sys.platform == "win32":
        return _of_room("of unknown kind", shutil.disk_usage(where).free)
    return of_file_system(file_system.kind_of(where) or "of unknown kind", os.statvfs(where), surroundings)


def of_file_system(kind: str, space: os.statvfs_result, surroundings: Surroundings) -> Check:
    """What a file system of this kind with this space comes to."""
    if space.f_flag & os.ST_RDONLY:
        return _not_writable("disk-read-only", f"{kind}, read-only", surroundings)
    free = space.f_bavail * space.f_frsize
    if space.f_files and not space.f_favail:
        return found("disk-full", f"{kind}, no room for another file")
    return _of_room(kind, free)


def _of_room(kind: str, free: int) -> Check:
    enough = f"{bounds.DISK_NEARLY_FULL_BYTES // 2**20} MiB free"
    if free < bounds.DISK_FULL_BYTES:
        return found("disk-full", f"{kind}, no room for another file")
    if free < bounds.DISK_NEARLY_FULL_BYTES:
        return found("disk-nearly-full", f"{kind}, less than {enough}")
    if kind in file_system.OF_A_NETWORK:
        return found("disk-of-network", f"{kind}, more than {enough}", variable=HOME_VARIABLE)
    return fine("state-disk", f"{kind}, more than {enough}")


def files(surroundings: Surroundings) -> Check:
    """Damaged files, and those of a newer version."""
    state = surroundings.state()
    if state is None:
        return fine("state-files", "none yet")
    try:
        seen = inspect(state)
        counts = tally.counts(state)
    finally:
        state.close()
    faults = [each.fault for each in seen.conversations if each.fault]
    newer = faults.count(NEWER) + (counts is None)
    damaged = len(faults) - faults.count(NEWER)
    set_aside = len(seen.of_kind(contents.SET_ASIDE))
    about = f"{_number(len(seen.conversations), 'conversation')}, {_number(len(seen.files), 'file')}"
    if newer:
        return found("state-newer", about, f"{_number(newer, 'file')} of a newer version")
    if damaged or set_aside:
        return found("state-damaged", about, f"{damaged} damaged, {set_aside} set aside before")
    return fine("state-files", about)


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
